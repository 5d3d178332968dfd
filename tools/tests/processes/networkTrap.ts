/**
 * For `NODE_OPTIONS=--import=…`: blocks connections to other hosts and lookups of their addresses, and appends each attempt to the file
 * NETWORK_TRAP. The comma-separated hosts in NETWORK_TRAP_ALLOWED are not blocked.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const file = process.env["NETWORK_TRAP"] ?? "";
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/;
const allowedHosts = (process.env["NETWORK_TRAP_ALLOWED"] ?? "").split(",");

function recordConnection(host: string, what: string): boolean {
  if (loopback.test(host) || allowedHosts.includes(host)) return false;
  appendFileSync(file, `${what} ${host} by ${process.argv.slice(1, 3).join(" ")}\n`);
  return true;
}

type Anything = (...values: unknown[]) => unknown;

/** The function checks the host in its arguments before it calls the original method. */
function guard(object: object, name: string, hostOf: (values: readonly unknown[]) => string | undefined, what: string): void {
  const methods = object as Record<string, Anything>;
  const method = methods[name];
  if (method === undefined) throw new Error(`Cannot guard the method ${name}, because it does not exist.`);
  methods[name] = function guarded(this: unknown, ...values: unknown[]) {
    const host = hostOf(values);
    if (host === undefined || !recordConnection(host, what)) return method.apply(this, values);
    throw new Error(`Blocked a connection to ${host}.`);
  };
}

// All connections go through this method, including TLS connections and those of `fetch`. The arguments may be in an array.
guard(
  net.Socket.prototype,
  "connect",
  ([first, second]) => {
    const [target, host] = Array.isArray(first) ? (first as unknown[]) : [first, second];
    if (typeof target === "object" && target !== null) {
      const { path, host: targetHost } = target as { path?: string; host?: string };
      return path === undefined || path === null ? (targetHost ?? "localhost") : undefined;
    }
    // The target is a port with a host, or the path of a local socket.
    return typeof target === "number" ? (typeof host === "string" ? host : "localhost") : undefined;
  },
  "connect",
);
const nameOf = ([host]: readonly unknown[]): string | undefined => (typeof host === "string" ? host : undefined);
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  const names = Object.getOwnPropertyNames(resolver).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  for (const name of names) guard(resolver, name, nameOf, "name");
}
// The host is the last string argument. A connected socket has no host argument, because `connect` has checked the host.
guard(
  dgram.Socket.prototype,
  "send",
  ([, ...values]) => values.findLast((value) => typeof value === "string") as string | undefined,
  "datagram",
);
guard(dgram.Socket.prototype, "connect", ([, host]) => nameOf([host]), "datagram");
syncBuiltinESMExports();
