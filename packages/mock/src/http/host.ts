/** Whether a text is a host name or an address, without a port. */
export function isHost(text: string): boolean {
  const host = text.includes(":") ? `[${text}]` : text;
  return URL.parse(`http://${host}`)?.host === host.toLowerCase();
}
