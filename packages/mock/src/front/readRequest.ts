import type { ContractRequest } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { invalidRequest } from "../contract/refusal.ts";
import { grouped } from "./grouped.ts";
import { acceptedMediaType } from "./mediaType.ts";
import { parseBody } from "./parseBody.ts";

/**
 * Takes the HTTP out of a request that has been routed and whose body has been read.
 * @throws Refusal when its content type, its body or its path cannot be read
 */
export function readRequest(operation: Operation, request: Request, bytes: Uint8Array): ContractRequest {
  const url = new URL(request.url);
  const hasBody = operation.body !== undefined && bytes.byteLength > 0;
  return {
    body: hasBody ? parseBody(bytes, acceptedMediaType(request.headers, operation.body)) : undefined,
    path: readPath(operation.path, url.pathname),
    query: grouped(url.searchParams),
    headers: Object.fromEntries(request.headers),
  };
}

/** The values at the `{name}` parts of a path. The router made sure that both have as many parts. */
function readPath(template: string, path: string): Record<string, string> {
  const written = path.split("/");
  const entries = template.split("/").flatMap((part, index) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, decodePart(name, written[index] ?? "")]];
  });
  return Object.fromEntries(entries);
}

function decodePart(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidRequest([{ in: name, code: "percentEncoding", message: `${name} must be percent-encoded UTF-8` }]);
  }
}
