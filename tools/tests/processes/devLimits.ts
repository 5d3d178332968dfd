/**
 * The parts of `pnpm dev` with limits that a test can wait for, in a copy where the generator, the reference and the handler that
 * archives a ticket do not end. Prints what they tell.
 */
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Door } from "../../authoring/dev/door.ts";
import { Generator } from "../../authoring/dev/generator.ts";
import { MockRunner } from "../../authoring/dev/mock.ts";
import { Reference } from "../../authoring/dev/reference.ts";

const seconds = 0.3;

const reference = new Reference(console.log, seconds);
reference.expire();
reference.refresh();
await reference.current();
await reference.end();

const generator = new Generator(console.log, seconds);
const generated = await generator.generate([]);
console.log("message" in generated ? generated.message : generated.kind);
await generator.end();

const door = new Door(async () => {});
door.server.listen(0, "127.0.0.1");
await once(door.server, "listening");
const database = `file:${join(mkdtempSync(join(process.cwd(), ".temporary/")), "state.db")}`;
const mock = new MockRunner(database, door, console.log, { start: 600, end: seconds });
const { accessToken } = await mock.restart();
const ticket = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}/crm/objects/2026-03/tickets/9602`;
const asked = fetch(ticket, { method: "DELETE", headers: { authorization: `Bearer ${accessToken}` } });
const answer = asked.then(
  ({ status }) => `answered with ${status}`,
  () => "cut",
);
// The next one is started when the handler runs already.
await once(door.server, "request");
console.log((await mock.restart()).running);
console.log(await answer);
await mock.end();
door.server.close();
door.server.closeAllConnections();
