import { lookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
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

export interface AllowedHosts {
  /** The hosts to which webhooks can be sent in addition to this machine. */
  readonly hosts: ReadonlySet<string>;
  /** Whether other machines can reach the mock. If so, webhooks are sent to this machine only if `hosts` contains it. */
  readonly isPublic: () => boolean;
}

const thisMachine = new BlockList();
thisMachine.addSubnet("0.0.0.0", 8);
thisMachine.addSubnet("127.0.0.0", 8);
thisMachine.addSubnet("::", 127, "ipv6");

/** Some clouds give credentials to every program that sends a request to a link-local address. */
const linkLocal = new BlockList();
linkLocal.addSubnet("169.254.0.0", 16);
linkLocal.addSubnet("fe80::", 10, "ipv6");

export function createHttpSender({ hosts, isPublic }: AllowedHosts): HttpSender {
  const allowsThisMachine = [...hosts].some(isLocalHost);
  const options = { keepAlive: true, maxSockets: 100 };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    async send(url, { headers, body, signal, canReuse }) {
      const hostname = hostnameOf(url);
      const isLocal = isLocalHost(hostname);
      if (!isLocal && !hosts.has(hostname)) throw notAllowed(hostname);
      if (isLocal) rejectInternal(hostname, "127.0.0.1");
      const { request } = url.protocol === "https:" ? https : http;
      return new Promise((resolve, reject) => {
        const clientRequest = request({
          host: hostname,
          lookup: isLocal ? lookupLocal : lookupAllowed,
          port: url.port,
          // Unlike `search`, the signed URL keeps a question mark without a query.
          path: url.href.slice(url.origin.length),
          method: "POST",
          headers: { host: url.host, ...headers, "content-length": Buffer.byteLength(body) },
          agent: canReuse && agents[url.protocol as "http:" | "https:"],
          signal,
          ...(isIP(hostname) === 0 && { servername: hostname }),
        });
        clientRequest.on("error", (error) => {
          reject(clientRequest.reusedSocket && "code" in error && error.code === "ECONNRESET" ? new Error(lostResponse) : error);
        });
        clientRequest.on("close", () => reject(new Error("The connection was closed before a response arrived")));
        clientRequest.on("upgrade", (response, socket) => {
          socket.destroy();
          resolve(response.statusCode ?? 0);
        });
        clientRequest.on("response", (response) => {
          drain(response);
          resolve(response.statusCode ?? 0);
        });
        clientRequest.end(body);
      });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };

  function rejectInternal(hostname: string, address: string): void {
    if (!isPublic() || hosts.has(address)) return;
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const isInternal = linkLocal.check(address, family) || (thisMachine.check(address, family) && !allowsThisMachine);
    if (isInternal) throw internal(hostname, address);
  }

  /** Checks the addresses to which the connection is made, so a name that resolves to other addresses later cannot avoid the check. */
  function lookupAllowed(hostname: string, options: LookupOptions, callback: LookupCallback): void {
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      try {
        for (const one of [addresses].flat()) rejectInternal(hostname, typeof one === "string" ? one : one.address);
      } catch (rejection) {
        return callback(rejection as Error, addresses, family);
      }
      callback(null, addresses, family);
    });
  }
}

type LookupOptions = Parameters<LookupFunction>[1];
type LookupCallback = Parameters<LookupFunction>[2];

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

function internal(hostname: string, address: string): Undeliverable {
  const isLocal = isLocalHost(hostname);
  const subject = isLocal ? `${hostname} is` : `${hostname} resolves to ${address},`;
  const reason = `${subject} a loopback or link-local address, and other machines can reach the mock`;
  const solution = `start the mock with --webhook-hosts ${isLocal ? "localhost" : address}`;
  return new Undeliverable(`Nothing was sent, because ${reason}. To allow it, ${solution}`);
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
