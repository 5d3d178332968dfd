import { invalidRequest } from "../contract/errors/rejection.ts";
import type { ContractRequest, ContractResponse, Problem } from "../contract/message.ts";
import type { Difference } from "../contract/openapi/document.ts";
import { changeOwners, withoutField } from "../contract/openapi/owners.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { ownAddress } from "../http/ownAddress.ts";
import type { Outcome, Serve } from "../http/serve.ts";

/**
 * Adapts requests in other versions before their validation, and the responses after it, so that the validators and handlers know only the
 * described version.
 */
export function adaptVersions(serve: Serve, strict: boolean): Serve {
  return (operation, http, read) => {
    const { version } = operation;
    return version === undefined ? serve(operation, http, read) : serveAdapted(version.differences, operation, http, read);
  };

  async function serveAdapted(differences: readonly Difference[], ...[operation, http, read]: Parameters<Serve>): Promise<Outcome> {
    let request: ContractRequest | undefined;
    let absent: readonly Problem[] = [];
    const outcome = await serve(operation, http, async () => {
      request = await read();
      const parts = absentPartsOf(request, differences);
      if (strict && parts.length > 0) throw invalidRequest(parts);
      absent = parts.map((problem) => ({ ...problem, accepted: true }));
      return differences.reduce(adaptRequest, request);
    });
    // The journal contains the request as it was sent.
    const problems = absent.length === 0 ? outcome.problems : [...(outcome.problems ?? []), ...absent];
    const { response } = outcome;
    if (!response) return { ...outcome, request, problems };
    return { ...outcome, request, problems, response: differences.reduce(adaptResponse, response) };
  }
}

/** The service ignores the fields and parameters of a request that a version does not have, like those that no version has. */
function absentPartsOf({ body, query }: ContractRequest, differences: readonly Difference[]): readonly Problem[] {
  const fields = new Set<string>();
  for (const pointer of differences.flatMap(({ absentFields = [] }) => absentFields)) {
    changeOwners(body, pointer, (owner, key) => {
      if (Object.hasOwn(owner, key)) fields.add(key);
      return owner;
    });
  }
  const parameters = differences.flatMap(({ absentParameters = [] }) => absentParameters).filter((name) => Object.hasOwn(query, name));
  return [...[...fields].map((name) => absentPart(name, "field")), ...parameters.map((name) => absentPart(name, "query parameter"))];
}

function absentPart(name: string, kind: string): Problem {
  return { in: name, code: "additionalProperties", message: `${name} is not a ${kind} of this version` };
}

/** Adds the URL of the next page, which has the path that the caller used. */
export function linkPages(serve: Serve): Serve {
  return (operation, http, read) => {
    const outcome = serve(operation, http, read);
    return operation.method === "GET" ? outcome.then((page) => withLink(page, http)) : outcome;
  };
}

function withLink(outcome: Outcome, http: HttpRequest): Outcome {
  const { response } = outcome;
  const paging = (response?.body as Page | null | undefined)?.paging;
  if (!response || typeof paging?.next?.after !== "string") return outcome;
  const query = new URLSearchParams(http.search);
  query.set("after", paging.next.after);
  const link = `${ownAddress(http.url, http.headers)}${http.path}?${query}`;
  const body = { ...(response.body as Page), paging: { ...paging, next: { ...paging.next, link } } };
  return { ...outcome, response: { ...response, body } };
}

interface Page {
  readonly paging?: { readonly next?: { readonly after?: unknown } };
}

function adaptRequest(request: ContractRequest, difference: Difference): ContractRequest {
  const { optional = {}, absentFields = [], absentParameters = [], absentValues = {} } = difference;
  let { body } = request;
  for (const [pointer, value] of Object.entries(optional)) body = changeOwners(body, pointer, (owner, key) => ({ [key]: value, ...owner }));
  for (const pointer of absentFields) body = withoutField(body, pointer);
  for (const [pointer, values] of Object.entries(absentValues)) {
    body = changeOwners(body, pointer, (owner, key) => {
      if (values.includes(String(owner[key]))) throw invalidRequest([{ in: key, code: "enum", message: absentValue(key, values) }]);
      return owner;
    });
  }
  const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !absentParameters.includes(name)));
  return { ...request, query: absentParameters.length > 0 ? query : request.query, body };
}

function absentValue(key: string, values: readonly string[]): string {
  return `${key} must not be ${values.join(" or ")} in this version`;
}

function adaptResponse(response: ContractResponse, { absentFields = [], status = {} }: Difference): ContractResponse {
  const code = Number(status[response.status] ?? response.status);
  const body = absentFields.reduce(withoutField, response.body);
  return { ...response, status: code, body: code === 204 ? undefined : body };
}
