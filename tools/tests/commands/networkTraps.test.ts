/** What the traps of network.test.ts catch. */
import { expect, test } from "vitest";
import { canWatch } from "./kernelTrap.ts";
import { attempts, proxyUrl, run, setTraps } from "./networkTraps.ts";

setTraps();

/** Runs a program of Node in the trap, and resolves to what is caught of it. */
async function caughtOf(program: string): Promise<string[]> {
  await run(["node", "--input-type=module", "--eval", program]);
  return attempts();
}

test.each([
  { way: "fetch", program: `await fetch("http://platform.example/").catch(() => {})`, what: "connect platform.example" },
  { way: "a name", program: `await (await import("node:dns/promises")).lookup("name.example").catch(() => {})`, what: "name name.example" },
  {
    way: "a resolver of its own",
    program: `const { Resolver } = await import("node:dns/promises"); await new Resolver().resolveAny("secret.example")`,
    what: "name secret.example",
  },
  {
    way: "a datagram",
    program: `(await import("node:dgram")).createSocket("udp4").send("secret", 9, "192.0.2.1")`,
    what: "datagram 192.0.2.1",
  },
  {
    way: "a connected datagram socket",
    program: `(await import("node:dgram")).createSocket("udp4").connect(9, "192.0.2.1")`,
    what: "datagram 192.0.2.1",
  },
])("the trap catches what Node asks for before it leaves: $way", async ({ program, what }) => {
  const [first, ...others] = await caughtOf(program);
  expect(first).toContain(what);
  expect(others).toEqual([]);
});

test("the proxy catches programs that use it", async () => {
  expect(await caughtOf(`await fetch("${proxyUrl()}/").catch(() => {})`)).toEqual(["GET / HTTP/1.1"]);
});

/** Programs that neither the trap nor the proxy sees. Nobody has this address (RFC 5737), so none of them gets anywhere. */
const unseen = `const socket = require("node:net").connect(9, "192.0.2.1"); socket.on("error", () => {}); setTimeout(() => process.exit(), 100)`;
/** Goes out without a connection. */
const datagram = `require("node:dgram").createSocket("udp4").send("secret", 9, "192.0.2.1", () => process.exit())`;
const later = `setTimeout(() => { ${unseen} }, 300)`;
const startOf = (program: string, options: string): string => `
  const { spawn } = await import("node:child_process");
  spawn(process.execPath, ["-e", ${JSON.stringify(program)}], { env: {}, ${options} }).unref();`;

// Without strace nothing sees these; the tests below are then as blind to them.
test.runIf(canWatch).each([
  { way: "no program of Node", words: ["bash", "-c", "exec 3<>/dev/udp/192.0.2.1/9"] },
  { way: "a child with an environment of its own", words: ["node", "--input-type=module", "--eval", startOf(unseen, "")] },
  {
    way: "what is left behind and asks later",
    words: ["node", "--input-type=module", "--eval", startOf(later, `detached: true, stdio: "ignore"`)],
  },
  { way: "a datagram", words: ["node", "--input-type=module", "--eval", startOf(datagram, "")] },
  {
    way: "by IPv6",
    words: ["bash", "-c", "exec 3<>/dev/udp/2001:db8::1/9"],
    seen: "kernel 2001:db8::1 9",
  },
  { way: "a name, of this machine", words: ["bash", "-c", "exec 3<>/dev/udp/127.0.0.53/53"], seen: "kernel 127.0.0.53 53" },
])("the kernel sees the rest, where it can be watched: $way", async ({ words, seen = "kernel 192.0.2.1 9" }) => {
  await run(words);
  expect(await attempts()).toEqual([seen]);
});
