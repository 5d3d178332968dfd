import { createServer } from "node:net";
import { SentenceError } from "../commandLine.ts";

export const hostname = "127.0.0.1";

export const defaultPort = 4010;

/** Call this before slow work. The error suggests `command` with another port. @throws SentenceError if the port cannot be opened */
export async function checkPort(port: number, command: string): Promise<void> {
  const code = await tryPort(port);
  if (code === undefined) return;
  const reason = code === "EADDRINUSE" ? `Port ${port} is in use.` : `Port ${port} cannot be opened (${code}).`;
  const free = await freePortAfter(Math.max(port, defaultPort));
  throw new SentenceError(`${reason} Choose another port, for example: ${command} --port ${free}`);
}

async function freePortAfter(port: number): Promise<number> {
  const next = port >= 65_535 ? defaultPort : port + 1;
  return (await tryPort(next)) === undefined ? next : freePortAfter(next);
}

/** Opens and closes a port. Resolves to the error code, or to undefined on success. */
function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, hostname, () => probe.close(() => resolve(undefined)));
  });
}
