import { objectTypeOf } from "../handlers/records/objectTypes.ts";

/** Matches the paths of records in every version: `/crm/objects/2026-03/tickets`, `/crm/v3/objects/tickets`. */
const records = "^/crm/(?:objects/[^/]+|[^/]+/objects)/([^/]+)";
const writing: Readonly<Record<string, RegExp>> = {
  POST: new RegExp(`${records}(?:/batch/(?:create|update|upsert))?$`),
  PUT: new RegExp(`${records}/[^/]+$`),
  PATCH: new RegExp(`${records}/[^/]+$`),
};

/** For a request that would write records, returns an explanation of how to add them. Returns `undefined` for other requests. */
export function seedHint(method: string, path: string): string | undefined {
  const type = objectTypeOf(writing[method]?.exec(path)?.[1] ?? "");
  if (!type) return undefined;
  return (
    `This version has no operation that writes ${type.plural}. Add them with POST /__mock/v1/accounts/{accountId}/seed, ` +
    "with account.seed() in a test, or on the account's Records page in the console."
  );
}
