/**
 * Loaded before any program of Node (`NODE_OPTIONS=--import=…`): what it would connect to, or ask the name of, beyond this machine is
 * written into the file NETWORK_TRAP, and does not happen. The hosts in NETWORK_TRAP_ALLOWED, with commas between them, are let through.
 * A program that is started without these variables is not watched.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const file = process.env["NETWORK_TRAP"] ?? "";
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/;
const allowed = (process.env["NETWORK_TRAP_ALLOWED"] ?? "").split(",");

function caught(host: string, what: string): boolean {
  if (loopback.test(host) || allowed.includes(host)) return false;
  appendFileSync(file, `${what} ${host} by ${process.argv.slice(1, 3).join(" ")}\n`);
  return true;
}

type Anything = (...values: unknown[]) => unknown;

/** Replaces a method by one that looks at its arguments first. */
function guard(object: object, name: string, hostOf: (values: readonly unknown[]) => string | undefined, what: string): void {
  const methods = object as Record<string, Anything>;
  const method = methods[name];
  if (method === undefined) throw new Error(`There is no ${name} to watch.`);
  methods[name] = function guarded(this: unknown, ...values: unknown[]) {
    const host = hostOf(values);
    if (host === undefined || !caught(host, what)) return method.apply(this, values);
    throw new Error(`Caught on the way to ${host}.`);
  };
}

// Whatever connects does it by this method, `fetch` and TLS among it. Its arguments may come as one list.
guard(
  net.Socket.prototype,
  "connect",
  ([first, second]) => {
    const [target, host] = Array.isArray(first) ? (first as unknown[]) : [first, second];
    if (typeof target === "object" && target !== null) {
      const { path, host: named } = target as { path?: string; host?: string };
      return path === undefined || path === null ? (named ?? "localhost") : undefined;
    }
    // A port and a host, or the path of a local socket.
    return typeof target === "number" ? (typeof host === "string" ? host : "localhost") : undefined;
  },
  "connect",
);
const nameOf = ([host]: readonly unknown[]): string | undefined => (typeof host === "string" ? host : undefined);
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  const names = Object.getOwnPropertyNames(resolver).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  for (const name of names) guard(resolver, name, nameOf, "name");
}
// Of what is sent the host comes last; a socket that is connected has been told it before, with its port.
guard(
  dgram.Socket.prototype,
  "send",
  ([, ...values]) => values.findLast((value) => typeof value === "string") as string | undefined,
  "datagram",
);
guard(dgram.Socket.prototype, "connect", ([, host]) => nameOf([host]), "datagram");
syncBuiltinESMExports();
