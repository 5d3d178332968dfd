import type { ContractRequest } from "../contract/message.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { Operation, RequestBody } from "../contract/openapi/operations.ts";
import { maxBodyValues } from "../contract/request/bodySize.ts";
import { groupByName, type HttpRequest } from "../http/httpRequest.ts";
import { acceptedMediaType } from "./body/mediaType.ts";
import { parseBody } from "./body/parseBody.ts";
import { readPath } from "./paths.ts";

/** @throws Rejection when the content type, the body or the path is invalid */
export function readRequest(
  operation: Operation,
  { path, search, headers }: Pick<HttpRequest, "path" | "search" | "headers">,
  bytes: Uint8Array,
  maxValues: number = maxBodyValues,
): ContractRequest {
  const body = operation.body && readBody(operation, operation.body, headers, bytes, maxValues);
  return {
    body: body?.value,
    bodyLength: body?.length ?? 0,
    path: readPath(operation.path, path),
    query: search.length <= 1 ? {} : groupByName(new URLSearchParams(search)),
    headers,
  };
}

/** Treats a missing form as empty, and a field without a value as missing (RFC 6749, section 3.2). */
function readBody(
  { oauthErrors }: Operation,
  body: RequestBody,
  headers: HttpRequest["headers"],
  bytes: Uint8Array,
  maxValues: number,
): { value: unknown; length: number } {
  if (bytes.byteLength === 0) return { value: oauthErrors ? {} : undefined, length: 0 };
  const { value, length } = parseBody(bytes, acceptedMediaType(headers, body), maxValues);
  if (!oauthErrors || !isObject(value)) return { value, length };
  return { value: Object.fromEntries(Object.entries(value).filter(([, text]) => text !== "")), length };
}
