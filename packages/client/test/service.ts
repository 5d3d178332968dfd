import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { CallError } from "@crm-platform/client";
import { onTestFinished, vi } from "vitest";

/** The server listens until the current test ends. Resolves to its base URL. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** For the current test, starts a TCP server that calls `onRequest` after each request. Resolves to its base URL. */
export async function rawServer(onRequest: (socket: Socket, nth: number) => void): Promise<string> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => onRequest(socket, ++count));
    onTestFinished(() => void socket.destroy());
  });
  return listening(server);
}

/** Fails the test if the call succeeds. */
export async function failureOf(call: PromiseLike<unknown>): Promise<CallError> {
  const outcome = await call.then(
    (value) => new Error(`expected the call to fail, but it resolved to ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (outcome instanceof CallError) return outcome;
  throw outcome;
}

export function withoutBackOff(random = 0): void {
  const spy = vi.spyOn(Math, "random").mockReturnValue(random);
  onTestFinished(() => spy.mockRestore());
}

/** Uses fake timers for the current test; see {@link letTimePass}. */
export function fakeTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

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

/** The head declares a JSON body with the given length. */
export function beginningOfJson(length: number, begin: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${begin}`;
}

/** Starts an HTTP server for the current test. Resolves to its base URL. */
export async function jsonServer(
  respond: (request: IncomingMessage, body: unknown) => { status: number; body?: unknown },
): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body } = respond(request, JSON.parse(Buffer.concat(chunks).toString() || "null"));
    response.writeHead(status, { "content-type": "application/json" }).end(body === undefined ? undefined : JSON.stringify(body));
  });
  onTestFinished(() => server.closeAllConnections());
  return listening(server);
}
