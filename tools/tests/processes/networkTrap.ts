/**
 * Loaded before any program of Node (`NODE_OPTIONS=--import=…`): what it would connect to, or ask the name of, beyond this machine is
 * written into the file NETWORK_TRAP, and does not happen.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const file = process.env["NETWORK_TRAP"] ?? "";
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/;

function caught(host: string, what: string): boolean {
  if (loopback.test(host)) return false;
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
for (const resolver of [dns, dns.promises]) {
  for (const name of ["lookup", "resolve", "resolve4", "resolve6", "resolveTxt"]) guard(resolver, name, nameOf, "name");
}
guard(
  dgram.Socket.prototype,
  "send",
  (values) => values.findLast((value) => typeof value === "string" && loopback.test(value) === false) as string | undefined,
  "datagram",
);
syncBuiltinESMExports();
