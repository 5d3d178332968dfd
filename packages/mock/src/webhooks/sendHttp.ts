import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import { hostnameOf, isLocalHost } from "../http/host.ts";
import { lostResponse, Undeliverable } from "./errors.ts";

/** The maximum number of bytes to read from a response body in order to reuse its connection. */
const maxDrainedBytes = 64 * 1024;
const maxDrainMs = 1_000;

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Whether an open connection can be used. */
  readonly canReuse: boolean;
}

export interface HttpSender {
  /**
   * Resolves to the status of the response. Does not follow redirects.
   * @throws Undeliverable if the host is not allowed
   * @throws Error with the message `lostResponse` if the receiver closed a reused connection without a response
   */
  send(url: URL, options: SendOptions): Promise<number>;
  close(): void;
}

/** @param hosts the hosts that are allowed in addition to this machine */
export function createHttpSender(hosts: ReadonlySet<string>): HttpSender {
  const options = { keepAlive: true, maxSockets: 100 };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    async send(url, { headers, body, signal, canReuse }) {
      const hostname = hostnameOf(url);
      const isLocal = isLocalHost(hostname);
      if (!isLocal && !hosts.has(hostname)) throw notAllowed(hostname);
      const { request } = url.protocol === "https:" ? https : http;
      return new Promise((resolve, reject) => {
        const sent = request({
          host: hostname,
          ...(isLocal && { lookup: lookupLocal }),
          port: url.port,
          // Unlike `search`, the signed URL keeps a question mark without a query.
          path: url.href.slice(url.origin.length),
          method: "POST",
          headers: { host: url.host, ...headers, "content-length": Buffer.byteLength(body) },
          agent: canReuse && agents[url.protocol as "http:" | "https:"],
          signal,
          ...(isIP(hostname) === 0 && { servername: hostname }),
        });
        sent.on("error", (error) => {
          reject(sent.reusedSocket && "code" in error && error.code === "ECONNRESET" ? new Error(lostResponse) : error);
        });
        sent.on("close", () => reject(new Error("The connection was closed before a response arrived")));
        sent.on("upgrade", (response, socket) => {
          socket.destroy();
          resolve(response.statusCode ?? 0);
        });
        sent.on("response", (response) => {
          drain(response);
          resolve(response.statusCode ?? 0);
        });
        sent.end(body);
      });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** A receiver may listen on only one of the addresses, and not every resolver knows both. */
const lookupLocal: LookupFunction = (_hostname, { all }, callback) => {
  const first = { address: "127.0.0.1", family: 4 };
  if (all) callback(null, [first, { address: "::1", family: 6 }]);
  else callback(null, first.address, first.family);
};

function notAllowed(hostname: string): Undeliverable {
  return new Undeliverable(
    `Nothing was sent, because ${hostname} is not this machine. To send webhooks to it, start the mock with --webhook-hosts ${hostname}`,
  );
}

function drain(response: http.IncomingMessage): void {
  let left = maxDrainedBytes;
  const timer = setTimeout(() => response.destroy(), maxDrainMs).unref();
  response.on("close", () => clearTimeout(timer));
  response.on("error", () => undefined);
  response.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) response.destroy();
  });
}
