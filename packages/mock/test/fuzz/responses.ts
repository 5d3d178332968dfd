import { platform } from "./apis.ts";
import type { Judgment } from "./judge.ts";
import type { FuzzRequest } from "./requests.ts";
import type { WireResponse } from "./wire.ts";

export function responseFault({ method }: FuzzRequest, { operation }: Judgment, response: WireResponse): string | undefined {
  const { status, headers, text } = response;
  if (status >= 500) return `responded with ${status}`;
  if (method === "HEAD") return undefined;
  if (!operation) return status >= 400 && isJson(headers) ? errorFault(response) : undefined;
  const declared = operation.responses.get(String(status)) ?? operation.responses.get("default");
  if (!declared) return `${status} is not declared`;
  const missing = declared.requiredHeaders.find((name) => !headers.has(name));
  if (missing !== undefined) return `${status} without ${missing}`;
  if (declared.pointer === undefined) return text === "" ? undefined : `${status} with a body`;
  if (!isJson(headers)) return `${status} is not JSON`;
  const validate = operation.api.validator(declared.pointer);
  if (validate(parsed(text))) return undefined;
  const [error] = validate.errors ?? [];
  return `${status} breaks the document: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}

function errorFault({ status, text }: WireResponse): string | undefined {
  const validate = platform.validator("#/components/schemas/ErrorBody");
  const oauth = platform.validator("#/components/schemas/OAuthErrorBody");
  const body = parsed(text);
  return validate(body) || oauth(body) ? undefined : `${status} has no error body`;
}

function isJson(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/json") ?? false;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
