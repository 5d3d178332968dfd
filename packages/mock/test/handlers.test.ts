import { type operations, operationTable } from "@crm-platform/types";
import { expect, test } from "vitest";
import { handlers } from "../src/handlers/table.ts";
import type { HandlersOf } from "../src/platform/handler.ts";

test("every operation has a handler, and a missing handler does not compile", () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(operationTable).sort());
  const { "tickets.archive": archive, ...others } = handlers;
  // @ts-expect-error: tickets.archive is missing
  const incomplete: HandlersOf<operations> = others;
  const complete: HandlersOf<operations> = { ...others, "tickets.archive": archive };
  expect(Object.keys(complete).length - Object.keys(incomplete).length).toBe(1);
});

test("a handler with an undeclared response does not compile", () => {
  const wrong: Pick<HandlersOf<operations>, "tickets.archive"> = {
    // @ts-expect-error: the declared status is 204
    "tickets.archive": { kind: "writes", run: async () => ({ status: 200, body: {} }) },
  };
  expect(wrong["tickets.archive"].kind).toBe("writes");
});
