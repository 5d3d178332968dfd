import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { CallError } from "@crm-platform/client";
import { onTestFinished, vi } from "vitest";

/**
 * A server below HTTP: it does with a connection what it is told, once a request has come. For the test that asks; it gives its
 * base URL.
 */
export async function rawServer(onRequest: (socket: Socket, nth: number) => void): Promise<string> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => onRequest(socket, ++count));
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a call fails with; a call that succeeds is a failure of the test. */
export async function failureOf(call: PromiseLike<unknown>): Promise<CallError> {
  const outcome = await call.then(
    (value) => new Error(`expected to fail, and came to ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (outcome instanceof CallError) return outcome;
  throw outcome;
}

/** Takes the chance out of the back-off, so that nobody waits; for the test that asks. */
export function withoutBackOff(random = 0): void {
  const spy = vi.spyOn(Math, "random").mockReturnValue(random);
  onTestFinished(() => spy.mockRestore());
}

/** Time that passes only by `vi.advanceTimersByTime` and {@link letTimePass}; for the test that asks. */
export function fakeTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets faked time pass, a millisecond at a time, until some work is done. */
export async function letTimePass<Value>(work: PromiseLike<Value>): Promise<Value> {
  let isOver = false;
  const over = Promise.resolve(work).finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  while (!isOver) {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1);
  }
  return over;
}

/** The head of an answer with a JSON body of that length, and what there is of the body. */
export function beginningOfJson(length: number, begin: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${begin}`;
}

/** An HTTP server that answers each request with a status and a JSON body, for the test that asks; resolves to its base URL. */
export async function jsonServer(answer: (request: IncomingMessage, body: unknown) => { status: number; body?: unknown }): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body } = answer(request, JSON.parse(Buffer.concat(chunks).toString() || "null"));
    response.writeHead(status, { "content-type": "application/json" }).end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
