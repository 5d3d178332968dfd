import { isObject } from "../../../contract/openapi/document.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { operationOf } from "./fieldFacts.ts";

export const tokenPlaceholder = "<ACCESS_TOKEN>";

/** Returns a command that sends the request again. Secrets are not stored, so the command contains placeholders. */
export function curlCommand({ method, path, requestPath = path, query, body, operationId }: RequestEntry, origin: string): string {
  const operation = operationId === null ? undefined : operationOf(operationId);
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
  const parts = [`curl --request ${method} ${quoted(origin + requestPath + search)}`];
  if (operation?.authentication !== "none") parts.push(`--header ${quoted(`Authorization: Bearer ${tokenPlaceholder}`)}`);
  if (operation?.body?.mediaTypes.includes("application/json") === false && isObject(body)) {
    for (const [name, value] of Object.entries(body)) parts.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
  } else if (body !== undefined) {
    parts.push(`--header ${quoted("Content-Type: application/json")}`, `--data ${quoted(JSON.stringify(body))}`);
  }
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
