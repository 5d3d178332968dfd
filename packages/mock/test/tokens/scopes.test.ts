import { createMock, type Mock } from "@crm-platform/mock";
import { scopes as platformScopes } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeclaredOperation, operations } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const everyScope = Object.keys(platformScopes);
// Some operations accept any access token.
const secured = operations.filter(({ scopes }) => scopes.length > 0).map((op) => [op.id, ofContacts(op)] as const);

test.each(secured)("%s requires one of its scopes", async (_, op) => {
  const others = everyScope.filter((scope) => !op.scopes.includes(scope));
  expect(await call(op, others)).toEqual({ status: 403, required: op.scopes });
});

describe("scopes of object types", () => {
  const ofTypes = secured.filter(([id, { path }]) => /^(records|associations)[.]/.test(id) && path.includes("contacts"));
  const cases = ofTypes.flatMap(([id, op]) => {
    const types = op.path.includes("companies") ? ["contacts", "companies"] : ["contacts"];
    return types.map((type) => [id, type, op] as const);
  });

  test.each(cases)("%s requires the scope of %s", async (_, type, op) => {
    const own = op.scopes.filter((scope) => scope.startsWith(`crm.objects.${type}.`));
    expect(own).toHaveLength(1);
    const others = everyScope.filter((scope) => !own.includes(scope));
    expect(await call(op, others)).toEqual({ status: 403, required: own });
    expect((await call(op, op.scopes)).status).not.toBe(403);
  });
});

async function call(op: DeclaredOperation, scopes: readonly string[]): Promise<{ status: number; required?: readonly string[] }> {
  const { accessToken } = await mock.account({ scopes: [...scopes] });
  const response = await mock.fetch(exampleRequest(op, { headers: { authorization: `Bearer ${accessToken}` } }));
  if (response.status !== 403) return { status: response.status };
  const { errors } = (await response.json()) as { errors: [{ context: { requiredGranularScopes: string[] } }] };
  return { status: 403, required: errors[0].context.requiredGranularScopes };
}

/**
 * Replaces the first object type in the path with contacts, and the second with companies. Uses the type id if `contacts` is part of the path
 * of another operation.
 */
function ofContacts(op: DeclaredOperation): DeclaredOperation {
  const contacts = op.id === "records.merge" ? "0-1" : "contacts";
  return { ...op, path: op.path.replace(/{(objectType|fromObjectType)}/, contacts).replace("{toObjectType}", "companies") };
}
