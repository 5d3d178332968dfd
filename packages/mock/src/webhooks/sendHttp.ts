import { lookup } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { BlockList, isIP } from "node:net";
import { Undeliverable } from "./undeliverable.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** The maximum number of bytes that are read from a response body, so that the connection can be reused. */
const maxDrainedBytes = 64 * 1024;
const maxDrainMs = 1_000;

export interface HttpSender {
  /** Resolves to the status of the response. Does not follow redirects. @throws Undeliverable if the host is not allowed */
  send(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<number>;
  close(): void;
}

/** @param hosts the hosts that are allowed in addition to this machine */
export function createHttpSender(hosts: readonly string[]): HttpSender {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const options = { keepAlive: true, maxSockets: 100 };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    async send(url, headers, body, signal) {
      const hostname = url.hostname.replace(/^\[|\]$/g, "");
      const address = await addressOf(hostname, allowed.has(hostname));
      const { request } = url.protocol === "https:" ? https : http;
      return new Promise((resolve, reject) => {
        const sent = request({
          // The connection uses the address that was checked, because a second lookup could return another one.
          host: address,
          port: url.port,
          path: `${url.pathname}${url.search}`,
          method: "POST",
          headers: { host: url.host, ...headers, "content-length": Buffer.byteLength(body) },
          agent: agents[url.protocol as "http:" | "https:"],
          signal,
          ...(isIP(hostname) === 0 && { servername: hostname }),
        });
        sent.on("error", reject);
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

async function addressOf(hostname: string, isAllowed: boolean): Promise<string> {
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || isLoopback(hostname);
  if (!isAllowed && !isLocal) throw notAllowed(hostname);
  const { address } = await lookup(hostname.endsWith(".localhost") ? "localhost" : hostname);
  if (!isAllowed && !isLoopback(address)) throw notAllowed(hostname);
  return address;
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

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
