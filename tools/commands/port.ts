import { createServer } from "node:net";
import { SentenceError } from "../commandLine.ts";

/** Where the servers for people listen: nobody but this machine reaches them. */
export const hostname = "127.0.0.1";

/** The port of `--port` that is meant when none is given. */
export const defaultPort = 4010;

/**
 * Asked before anything that takes time, so that nobody waits for it in vain.
 * @param command what a person types, for the sentence
 * @throws SentenceError when the port cannot be listened on; it names one that can
 */
export async function rejectTakenPort(port: number, command: string): Promise<void> {
  const code = await tryPort(port);
  if (code === undefined) return;
  const reason = code === "EADDRINUSE" ? `Port ${port} is taken.` : `Port ${port} cannot be opened (${code}).`;
  const free = await freePortAfter(Math.max(port, defaultPort));
  throw new SentenceError(`${reason} Choose another one, for example: ${command} --port ${free}`);
}

async function freePortAfter(port: number): Promise<number> {
  const next = port >= 65_535 ? defaultPort : port + 1;
  return (await tryPort(next)) === undefined ? next : freePortAfter(next);
}

/** Opens and closes a port. Resolves to the error code when that cannot be done. */
function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, hostname, () => probe.close(() => resolve(undefined)));
  });
}
