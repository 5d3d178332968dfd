import type { ServiceNames } from "@crm-platform/types/serviceNames";
import { maxUrlLength, Rejection, urlTooLong } from "../contract/errors/rejection.ts";
import type { ContractResponse } from "../contract/message.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { OnServed, Outcome, Place, ServedRequest } from "../http/serve.ts";
import { type FailureOptions, failureResponse } from "./failure.ts";
import { textOf } from "./respond.ts";
import { inServiceNames } from "./serviceNames.ts";

export interface HandleOptions extends FailureOptions {
  readonly source: "state" | "examples";
  readonly onServed?: OnServed;
  readonly locate: (http: HttpRequest) => Promise<Place>;
  readonly correlationId: () => string;
  /** Returns the id of a request that has an entry in the journal. */
  readonly requestId?: (shownPath: string, accountId: number) => string | undefined;
}

interface RoutedRequest extends Pick<ServedRequest, "http" | "operation" | "shownPath"> {
  /** The names in the response, if they differ from those of the document. */
  readonly names?: ServiceNames | undefined;
}

// Responses of OAuth operations may contain credentials (RFC 6749, section 5.1).
const notToBeStored = { "cache-control": "no-store", pragma: "no-cache" };

export function handleWith(
  options: HandleOptions,
): (routedRequest: RoutedRequest, serve: () => Promise<Outcome>) => Promise<ContractResponse> {
  const { source, onServed, onError, locate, correlationId, requestId: nextRequestId } = options;

  return async (routedRequest, serve) => {
    const { names, ...exchange } = routedRequest;
    const { http, operation } = exchange;
    const start = performance.now();
    let outcome: Outcome;
    let text: string | undefined;
    try {
      const urlLength = http.path.length + http.search.length;
      if (urlLength > maxUrlLength) throw urlTooLong(urlLength);
      outcome = await serve();
      text = outcome.response && textOf(outcome.response);
    } catch (error) {
      outcome = { error };
    }
    http.release();

    const { error, problems, request, fault, effects } = outcome;
    const response = outcome.response ?? failureResponse(error, options, correlationId(), operation);
    const rejection = error instanceof Rejection ? error : undefined;
    const place = outcome.place ?? (rejection && (await placeOfRejected(http, rejection)));
    const requestId = place?.isUser ? undefined : nextRequestId?.(exchange.shownPath, place?.accountId ?? 0);
    const own = { "x-mock-source": source, ...(requestId !== undefined && { "x-mock-request-id": requestId }) };
    const headers = { ...own, ...outcome.headers, ...response.headers, ...(operation?.oauthErrors && notToBeStored) };
    const whole = names
      ? inServiceNames({ ...response, headers }, names, correlationId)
      : { ...response, headers, text: text ?? textOf(response) };

    if (place?.isUser) return whole;
    const { now, accountId, generation, appId } = place ?? nowhere;
    const violations = problems ?? rejection?.violations ?? [];
    const durationMs = performance.now() - start;
    const served = { ...exchange, request, now, accountId, generation, appId, problems: violations, fault, requestId, effects, durationMs };
    callOnServed(served, whole);
    return whole;
  };

  async function placeOfRejected(http: HttpRequest, { category }: Rejection): Promise<Place | undefined> {
    return category === "SERVICE_UNAVAILABLE" ? undefined : locate(http).catch(() => undefined);
  }

  /** If the listener throws, the client still receives the response. */
  function callOnServed(request: ServedRequest, response: ContractResponse): void {
    try {
      onServed?.(request, response);
    } catch (error) {
      const id = response.headers["x-correlation-id"] ?? correlationId();
      onError(error, { correlationId: id, ...(request.operation ? { operationId: request.operation.operationId } : {}) });
    }
  }
}

const nowhere = { now: undefined, accountId: undefined, generation: undefined, appId: undefined };
