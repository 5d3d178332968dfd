/** @param accept called with the size of each chunk before the chunk is stored; may throw to stop reading */
export async function readStream(stream: ReadableStream<Uint8Array>, accept: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    accept(value.byteLength);
    chunks.push(value);
  }
}
