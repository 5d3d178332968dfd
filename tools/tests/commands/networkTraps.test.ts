import { expect, test } from "vitest";
import { proxyUrl, run, setTraps, takeCaught } from "./networkTraps.ts";

setTraps();

async function caughtOf(program: string): Promise<string[]> {
  await run(["node", "--input-type=module", "--eval", program]);
  return takeCaught();
}

test.each([
  { way: "fetch", program: `await fetch("http://platform.example/").catch(() => {})`, what: "connect platform.example" },
  {
    way: "a lookup",
    program: `await (await import("node:dns/promises")).lookup("name.example").catch(() => {})`,
    what: "name name.example",
  },
  {
    way: "a Resolver",
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
])("the trap in Node catches $way", async ({ program, what }) => {
  const [first, ...others] = await caughtOf(program);
  expect(first).toContain(what);
  expect(others).toEqual([]);
});

test("the proxy catches requests from programs that use a proxy", async () => {
  expect(await caughtOf(`await fetch("${proxyUrl()}/").catch(() => {})`)).toEqual(["GET / HTTP/1.1"]);
});
