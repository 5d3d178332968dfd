import { isObject } from "../contract/document.ts";
import type { ContractRequest } from "../contract/message.ts";
import type { Operation, RequestBody } from "../contract/operations.ts";
import { grouped } from "./grouped.ts";
import type { HttpRequest } from "./httpRequest.ts";
import { acceptedMediaType } from "./mediaType.ts";
import { parseBody, usualMostValues } from "./parseBody.ts";
import { readPath } from "./paths.ts";

/**
 * Takes the HTTP out of a request that has been routed and whose body has been read.
 * @param mostValues how many values the body may have
 * @throws Refusal when its content type, its body or its path cannot be read
 */
export function readRequest(
  operation: Operation,
  { url, headers }: Pick<HttpRequest, "url" | "headers">,
  bytes: Uint8Array,
  mostValues: number = usualMostValues,
): ContractRequest {
  return {
    body: operation.body && readValue(operation, operation.body, headers, bytes, mostValues),
    path: readPath(operation.path, url.pathname),
    query: url.search === "" ? {} : grouped(url.searchParams),
    headers,
  };
}

/** RFC 6749, section 3.2: no body is a form without fields, and a field without a value counts as missing. */
function readValue(
  { oauthErrors }: Operation,
  body: RequestBody,
  headers: HttpRequest["headers"],
  bytes: Uint8Array,
  mostValues: number,
): unknown {
  if (bytes.byteLength === 0) return oauthErrors ? {} : undefined;
  const value = parseBody(bytes, acceptedMediaType(headers, body), mostValues);
  return oauthErrors && isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== "")) : value;
}
