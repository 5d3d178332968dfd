import type { ServiceNames } from "@crm-platform/types/serviceNames";
import type { ContractRequest, ContractResponse } from "../contract/message.ts";
import type { Serve } from "../http/serve.ts";
import { textOf } from "./respond.ts";

/** Requests may contain the names of the service or those of the document. The journal keeps the caller's names. */
export function adaptNames(serve: Serve, names: ServiceNames): Serve {
  return async (operation, http, read) => {
    let request: ContractRequest | undefined;
    const outcome = await serve(operation, http, async () => {
      request = await read();
      return inDocumentNames(request, names);
    });
    const { text } = names.toService;
    const problems = outcome.problems?.map((problem) => ({ ...problem, in: text(problem.in), message: text(problem.message) }));
    return { ...outcome, request, problems };
  };
}

export function inDocumentNames(request: ContractRequest, { toDocument }: ServiceNames): ContractRequest {
  const { path, query, body } = toDocument.value({ path: request.path, query: request.query, body: request.body }) as ContractRequest;
  return { ...request, path, query, body };
}

const renamedHeader = /^x-(?=ratelimit-|correlation-id$)/;

/** With its own name, the service sends a correlation id with every response. */
export function inServiceNames(
  response: ContractResponse,
  { toService, headerPrefix }: ServiceNames,
  correlationId: () => string,
): ContractResponse {
  const own = { "x-correlation-id": response.headers["x-correlation-id"] ?? correlationId(), ...response.headers };
  const headers = Object.fromEntries(Object.entries(own).map(([field, value]) => [field.replace(renamedHeader, headerPrefix), value]));
  const { text: _, ...serviceResponse } = { ...response, headers, body: toService.value(response.body) };
  const error = response.error && { ...response.error, message: toService.text(response.error.message) };
  return { ...serviceResponse, error, text: textOf(serviceResponse) };
}
