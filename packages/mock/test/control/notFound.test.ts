import { describe, expect, test } from "vitest";
import { document } from "../../src/generated/control/document.ts";
import { controlled } from "./controlling.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is read without types.
type Node = any;

function resolved(node: Node): Node {
  if (node?.$ref === undefined) return node;
  const keys: string[] = node.$ref.slice(2).split("/");
  return keys.reduce((value, key) => value[key], document as Node);
}

function exampleOf(node: Node): Node {
  return resolved(Object.values<Node>(node?.examples ?? {})[0])?.value;
}

/** Calls to the operations that require an account, with the examples in the document. */
const calls = Object.entries<Node>((document as Node).paths).flatMap(([path, item]) =>
  Object.entries<Node>(item).flatMap(([method, operation]) => {
    const parameters: Node[] = (operation.parameters ?? []).map(resolved);
    const account = parameters.find(({ name }) => name === "accountId");
    if (account === undefined) return [];
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(parameters.find((one) => one.name === name))));
    const query = account.in === "query" ? `?accountId=${exampleOf(account)}` : "";
    const body = exampleOf(resolved(operation.requestBody)?.content["application/json"]);
    return { method: method.toUpperCase(), path: target.replace("/__mock/v1", "") + query, body };
  }),
);

describe("an operation on a nonexistent account responds with 404", () => {
  test("the cases include most operations", () => expect(calls.length).toBeGreaterThan(25));

  test.each(calls)("$method $path", async ({ method, path, body }) => {
    const { rejection } = await controlled();
    expect(await rejection(method, path, body)).toEqual({ status: 404, problems: [] });
  });
});
