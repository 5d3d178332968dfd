import { objectTypeOf } from "../handlers/objectTypes.ts";

const writing = ["POST", "PUT", "PATCH"];
/** Where object types stand in the paths of records, in every version: `/crm/objects/2026-03/tickets`, `/crm/v3/objects/tickets`. */
const recordsPath = /^\/crm\/(?:objects\/[^/]+|[^/]+\/objects)\/([^/]+)/;

/** How records get into the mock, for a request that wants to write some; `undefined` for any other. */
export function seedHint(method: string, path: string): string | undefined {
  const type = writing.includes(method) ? objectTypeOf(recordsPath.exec(path)?.[1] ?? "") : undefined;
  if (!type) return undefined;
  return (
    `This version has no operation that writes ${type.plural}. Add them with POST /__mock/v1/accounts/{accountId}/seed, ` +
    "with account.seed() in a test, or in the console, on the page Records of the account."
  );
}
