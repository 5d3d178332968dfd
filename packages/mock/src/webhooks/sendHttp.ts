import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { hostnameOf, isLocalHost } from "../http/host.ts";
import { Undeliverable } from "./undeliverable.ts";

/** The maximum number of bytes that are read from a response body, so that the connection can be reused. */
const maxDrainedBytes = 64 * 1024;
const maxDrainMs = 1_000;

export interface HttpSender {
  /** Resolves to the status of the response. Does not follow redirects. @throws Undeliverable if the host is not allowed */
  send(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<number>;
  close(): void;
}

/** @param hosts the hosts that are allowed in addition to this machine */
export function createHttpSender(hosts: ReadonlySet<string>): HttpSender {
  const options = { keepAlive: true, maxSockets: 100 };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    async send(url, headers, body, signal) {
      const hostname = hostnameOf(url);
      const isLocal = isLocalHost(hostname);
      if (!isLocal && !hosts.has(hostname)) throw notAllowed(hostname);
      const { request } = url.protocol === "https:" ? https : http;
      const post = (agent: http.Agent | false): Promise<number> =>
        new Promise((resolve, reject) => {
          const sent = request({
            host: hostname,
            ...(isLocal && { lookup: lookupLocal }),
            port: url.port,
            // Unlike `search`, the signed URL keeps a question mark without a query.
            path: url.href.slice(url.origin.length),
            method: "POST",
            headers: { host: url.host, ...headers, "content-length": Buffer.byteLength(body) },
            agent,
            signal,
            ...(isIP(hostname) === 0 && { servername: hostname }),
          });
          let hasResponse = false;
          sent.on("error", (error) => {
            // The receiver may have closed the connection before it received the request.
            if (sent.reusedSocket && !hasResponse && "code" in error && error.code === "ECONNRESET") resolve(post(false));
            else reject(error);
          });
          sent.on("close", () => reject(new Error("The connection was closed before a response arrived")));
          sent.on("upgrade", (response, socket) => {
            socket.destroy();
            resolve(response.statusCode ?? 0);
          });
          sent.on("response", (response) => {
            hasResponse = true;
            drain(response);
            resolve(response.statusCode ?? 0);
          });
          sent.end(body);
        });
      return post(agents[url.protocol as "http:" | "https:"]);
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
