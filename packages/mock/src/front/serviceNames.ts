import type { ServiceNames } from "@crm-platform/types/serviceNames";
import type { ContractRequest, ContractResponse } from "../contract/message.ts";
import type { Outcome } from "../http/serve.ts";
import { textOf } from "./respond.ts";

/** Requests may contain the names of the service or those of the document. The journal keeps the caller's names. */
export async function servedWithNames(
  names: ServiceNames,
  read: () => Promise<ContractRequest>,
  serve: (read: () => Promise<ContractRequest>) => Promise<Outcome>,
): Promise<Outcome> {
  let original: ContractRequest | undefined;
  const outcome = await serve(async () => {
    original = await read();
    return inDocumentNames(original, names);
  });
  const { toService } = names;
  const problems = outcome.problems?.map((problem) => ({
    ...problem,
    in: toService.text(problem.in),
    message: toService.text(problem.message),
  }));
  return { ...outcome, request: original, problems };
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
  const { text: _, ...renamed } = { ...response, headers, body: toService.value(response.body) };
  const error = response.error && { ...response.error, message: toService.text(response.error.message) };
  return { ...renamed, error, text: textOf(renamed) };
}
