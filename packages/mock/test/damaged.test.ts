import { createExampleMock } from "@crm-platform/mock";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compiled } from "./ajv.ts";
import { operations } from "./document.ts";
import { exampleRequest } from "./exampleRequest.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });

// Judges thousands of small changes to every example body by Ajv.
describe("the mock rejects a damaged body exactly when Ajv does", () => {
  const withJson = operations.filter((op) => op.mediaType === "application/json");
  test("there are many", () => {
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

/** Whether the real service accepts all of these errors (behaviour.md, last table). No change turns an id into a number. */
function isAccepted(errors: ValidateFunction["errors"]): boolean {
  return (errors ?? []).every(({ keyword, params }) => keyword === "required" && params["missingProperty"] === "propertiesWithHistory");
}

/** Copies of a value with one nested value removed or replaced. */
function* damaged(value: unknown): Generator<unknown> {
  for (const other of [null, "x", -1.5, true, [], {}, [null], { unknown: 1 }]) yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    for (const worse of damaged(inner)) yield Array.isArray(value) ? value.with(Number(key), worse) : { ...value, [key]: worse };
  }
}
