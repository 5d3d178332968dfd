import { invalidRequest } from "../contract/errors/rejection.ts";
import type { ContractRequest, ContractResponse } from "../contract/message.ts";
import { type Difference, isObject, type JsonObject } from "../contract/openapi/document.ts";
import { pointerKeys } from "../contract/openapi/pointer.ts";
import type { Serve } from "../http/serve.ts";

/**
 * Adapts requests in other versions before their validation, and the responses after it, so that the validators and handlers know only the
 * described version.
 */
export function adaptVersions(serve: Serve): Serve {
  return async (operation, http, read) => {
    const differences = operation.version?.differences ?? [];
    if (differences.length === 0) return serve(operation, http, read);
    let request: ContractRequest | undefined;
    const outcome = await serve(operation, http, async () => {
      request = await read();
      return differences.reduce(adaptRequest, request);
    });
    // The journal contains the request as it was sent.
    const { response } = outcome;
    return response ? { ...outcome, request, response: differences.reduce(adaptResponse, response) } : { ...outcome, request };
  };
}

/** Adds the URL of the next page, which has the path that the caller used. */
export function linkPages(serve: Serve): Serve {
  return async (operation, http, read) => {
    const outcome = await serve(operation, http, read);
    const { paging } = (outcome.response?.body ?? {}) as Page;
    if (!outcome.response || operation.method !== "GET" || typeof paging?.next?.after !== "string") return outcome;
    const url = new URL(http.url);
    url.searchParams.set("after", paging.next.after);
    const body = { ...(outcome.response.body as Page), paging: { ...paging, next: { ...paging.next, link: url.href } } };
    return { ...outcome, response: { ...outcome.response, body } };
  };
}

interface Page {
  readonly paging?: { readonly next?: { readonly after?: unknown } };
}

function adaptRequest(request: ContractRequest, { optional = {}, absentFields = [], absentValues = {} }: Difference): ContractRequest {
  let { body } = request;
  for (const [pointer, value] of Object.entries(optional)) body = atOwner(body, pointer, (owner, key) => ({ [key]: value, ...owner }));
  for (const pointer of absentFields) body = atOwner(body, pointer, without);
  for (const [pointer, values] of Object.entries(absentValues)) {
    body = atOwner(body, pointer, (owner, key) => {
      if (values.includes(String(owner[key]))) throw invalidRequest([{ in: key, code: "enum", message: absentValue(key, values) }]);
      return owner;
    });
  }
  return { ...request, body };
}

function absentValue(key: string, values: readonly string[]): string {
  return `${key} must not be ${values.join(" or ")} in this version`;
}

function adaptResponse(response: ContractResponse, { absentFields = [], status = {} }: Difference): ContractResponse {
  const code = Number(status[response.status] ?? response.status);
  const body = absentFields.reduce((inner, pointer) => atOwner(inner, pointer, without), response.body);
  return { ...response, status: code, body: code === 204 ? undefined : body };
}

/** Changes each object that has, or could have, the field at the pointer. */
function atOwner(body: unknown, pointer: string, change: (owner: JsonObject, key: string) => JsonObject): unknown {
  return apply(body, pointerKeys(pointer));

  function apply(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => apply(item, rest));
    if (!isObject(value)) return value;
    if (rest.length === 0) return change(value, key);
    return Object.hasOwn(value, key) ? { ...value, [key]: apply(value[key], rest) } : value;
  }
}

function without({ ...owner }: Record<string, unknown>, key: string): JsonObject {
  delete owner[key];
  return owner;
}
