import { objectTypeOf } from "../handlers/records/objectTypes.ts";

/** Where records are in the paths of every version: `/crm/objects/2026-03/tickets`, `/crm/v3/objects/tickets`. */
const records = "^/crm/(?:objects/[^/]+|[^/]+/objects)/([^/]+)";
const writing: Readonly<Record<string, RegExp>> = {
  POST: new RegExp(`${records}(?:/batch/(?:create|update|upsert))?$`),
  PUT: new RegExp(`${records}/[^/]+$`),
  PATCH: new RegExp(`${records}/[^/]+$`),
};

/** How records get into the mock, for a request that wants to write some; `undefined` for any other. */
export function seedHint(method: string, path: string): string | undefined {
  const type = objectTypeOf(writing[method]?.exec(path)?.[1] ?? "");
  if (!type) return undefined;
  return (
    `This version has no operation that writes ${type.plural}. Add them with POST /__mock/v1/accounts/{accountId}/seed, ` +
    "with account.seed() in a test, or in the console, on the page Records of the account."
  );
}
