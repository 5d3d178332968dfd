import { createExampleMock } from "@crm-platform/mock";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compiled } from "./ajv.ts";
import { operations } from "./document.ts";
import { exampleRequest } from "./exampleRequest.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });

// The canaries show one rule each; here thousands of small damages to every example body are judged by Ajv itself.
describe("the mock refuses a damaged body exactly when Ajv does", () => {
  const withJson = operations.filter((op) => op.mediaType === "application/json");
  test("of which there are many", () => {
    const bodies = withJson.flatMap((op) => op.requests.flatMap((example) => [...damaged(example.value)]));
    expect([withJson.length, bodies.length]).toEqual([12, 2362]);
  });

  test.each(withJson)("$id", async (op) => {
    const validate = compiled(op.bodySchema);
    let refused = 0;
    for (const example of op.requests) {
      for (const body of damaged(example.value)) {
        const isValid = validate(body) || isAccepted(validate.errors);
        const response = await mock.fetch(exampleRequest(op, { body }));
        expect(response.status === 400, JSON.stringify(body)).toBe(!isValid);
        if (!isValid) refused += 1;
        else expect(response.ok).toBe(true);
      }
    }
    expect(refused).toBeGreaterThan(5);
  });
});

/** Whether the only errors are what the real service accepts (behaviour.md, last table). No damage makes a number that may be an id. */
function isAccepted(errors: ValidateFunction["errors"]): boolean {
  return (errors ?? []).every(({ keyword, params }) => keyword === "required" && params["missingProperty"] === "propertiesWithHistory");
}

/** Copies of a value with one thing taken out or put in place of another, everywhere inside it. */
function* damaged(value: unknown): Generator<unknown> {
  for (const other of [null, "x", -1.5, true, [], {}, [null], { unknown: 1 }]) yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    for (const worse of damaged(inner)) yield Array.isArray(value) ? value.with(Number(key), worse) : { ...value, [key]: worse };
  }
}
