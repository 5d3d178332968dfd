/** What `pnpm new:operation` asks a person at a terminal. */
import { createInterface } from "node:readline/promises";
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { collect } from "../authoring/operation/collect.ts";
import type { Known } from "../authoring/operation/known.ts";

/** A spec with an area, and nothing that an answer could take from it. */
const nothingKnown: Known = {
  areas: ["tickets"],
  operationIds: ["tickets.archive"],
  paths: [],
  pathItem: () => ({ file: "", methods: [] }),
  scopes: ["tickets"],
  schemasOf: () => [],
  exampleOf: () => undefined,
  pathParameter: () => undefined,
};

test("a person who ends the questions has written nothing", async () => {
  const input = new PassThrough();
  const terminal = createInterface({ input, output: new PassThrough() });
  const collecting = collect({}, nothingKnown, terminal);
  input.end();
  await expect(collecting).rejects.toThrow("There are questions without an answer.");
});

test("a person who has given a wrong option is told before anything is asked", async () => {
  const terminal = createInterface({ input: new PassThrough(), output: new PassThrough() });
  const collecting = collect({ area: "tickets", method: "fetch" }, nothingKnown, terminal).finally(() => terminal.close());
  await expect(collecting).rejects.toThrow("--method: It is one of ");
});

test("a person at a terminal is asked for what no option says, and again where the answer will not do", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = createInterface({ input, output });
  const spoken = vi.spyOn(console, "log").mockImplementation(() => {});
  const replies = [
    "fetch",
    "get",
    "/tickets/{ticketKey}",
    "Get a ticket",
    "Reads one.",
    "",
    "tickets",
    "",
    "",
    "whole|boolean|true|All of it.",
    "",
    "ticketKey|string|T1|Its key.",
    "ticketKey|integer|1|Its key again.",
    "",
    "",
    "Ticket",
    "The ticket.",
    "",
    "size|number|big|Its size.",
    "open|boolean|1|Whether it is open.",
    "id|string|1|Its id.",
    "id|integer|1|Its id again.",
    "",
    "",
    "",
    "",
  ];
  let asked = "";
  output.on("data", (chunk) => {
    asked += chunk;
    // A question ends with a colon and a space, and has no line end behind it.
    if (String(chunk).endsWith(": ")) input.write(`${replies.shift() ?? ""}\n`);
  });
  const answers = await collect({ area: "tickets", method: "get" }, nothingKnown, terminal).finally(() => terminal.close());
  spoken.mockRestore();
  expect(answers).toMatchObject({
    area: "tickets",
    name: "get",
    path: "/tickets/{ticketKey}",
    scope: ["tickets"],
    parameter: ["whole|boolean|true|All of it.", "ticketKey|string|T1|Its key."],
    retry: "safe",
    status: "200",
    "answer-field": ["id|string|1|Its id."],
    grade: "described",
  });
  expect(asked).toContain("[safe]: ");
  expect(asked.match(/Name in the area/g)).toHaveLength(2);
  // What is lacking is in the question itself.
  expect(asked.match(/\(Name a scope, or none/g)).toHaveLength(2);
  expect(asked.match(/\(No other operation has \{ticketKey\} in its path\. Say what it is: "ticketKey\|string\|/g)).toHaveLength(3);
  expect(asked.match(/\(Ticket is new, and has at least one field\.\)/g)).toHaveLength(4);
});
