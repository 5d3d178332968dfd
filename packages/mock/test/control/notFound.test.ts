import { describe, expect, test } from "vitest";
import { operationsIn, readControlDocument } from "../document.ts";
import { controlledMock } from "./controlling.ts";

/** Calls to the operations that require an account, with the examples in the document. */
const calls = operationsIn(await readControlDocument()).flatMap(({ method, path, parameters, requests }) => {
  const exampleOf = (name: string) => String(parameters.find((one) => one.name === name)?.examples[0]?.value);
  const account = parameters.find(({ name }) => name === "accountId");
  if (account === undefined) return [];
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)));
  const query = account.place === "query" ? `?accountId=${exampleOf("accountId")}` : "";
  return [{ method, path: target.replace("/__mock/v1", "") + query, body: requests[0]?.value }];
});

describe("an operation on a nonexistent account responds with 404", () => {
  test("the cases include most operations", () => expect(calls.length).toBeGreaterThan(25));

  test.each(calls)("$method $path", async ({ method, path, body }) => {
    const { rejection } = await controlledMock();
    expect(await rejection(method, path, body)).toEqual({ status: 404, problems: [] });
  });
});
