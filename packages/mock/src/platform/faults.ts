import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorResponse } from "../contract/errors/errorBody.ts";
import { oauthErrorResponse } from "../contract/errors/oauthErrors.ts";
import { type Category, Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import type { ContractResponse } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { DocumentStore } from "../store/documents/documentStore.ts";
import type { StoredDocument, StoredFault } from "../store/documents/documents.ts";
import type { Store } from "../store/store.ts";
import type { AccountSession } from "./locate.ts";
import { rateRejection } from "./rateLimits.ts";

export interface Fault {
  readonly id: string;
  readonly effect: StoredFault["fault"]["effect"];
}

/** Faults that apply to all accounts are stored under this account id. */
export const everyAccount = 0;

/** The operation of a webhook. A fault applies to webhooks only if it names this operation. */
export const deliveryOperation = "webhooks.receiveEvents";

/** How long the fault `reorder` holds back a webhook that no other follows, by the account's clock. */
export const reorderHoldMs = 3_000;

export function meetFault(store: Store, { session, accountId }: AccountSession, { operationId }: Operation): Promise<Fault | undefined> {
  return meetFaultOf(store, accountId === undefined || !session.profile ? [] : [accountId], operationId);
}

/** Counts a request in a transaction, so that exactly one request is the nth. The accounts' faults take precedence. */
export async function meetFaultOf(store: Store, accounts: readonly number[], operationId: string): Promise<Fault | undefined> {
  let fault: Fault | undefined;
  for (const owner of [...accounts, everyAccount]) {
    if ((await faultsFor(store.account(owner).documents, operationId)).length === 0) continue;
    const earlier = fault;
    fault = await store.transaction(owner, ({ documents }) => count(documents, operationId, earlier));
  }
  return fault;
}

async function faultsFor(documents: DocumentStore, operationId: string): Promise<StoredDocument<"fault">[]> {
  const faults = await documents.list("fault");
  return faults.filter(({ document: { fault } }) => {
    const target = fault.match?.operationId;
    return target === undefined ? operationId !== deliveryOperation : target === operationId;
  });
}

async function count(documents: DocumentStore, operationId: string, earlier: Fault | undefined): Promise<Fault | undefined> {
  let metFault = earlier;
  const updates: StoredDocument<"fault">[] = [];
  for (const { key, document } of await faultsFor(documents, operationId)) {
    const matchCount = document.matched + 1;
    const isMet = metFault === undefined && applies(document, matchCount);
    updates.push({ key, document: { ...document, matched: matchCount, met: document.met + (isMet ? 1 : 0) } });
    if (isMet) metFault = { id: key, effect: document.fault.effect };
  }
  await keep(documents, updates);
  return metFault;
}

async function keep(documents: DocumentStore, faults: readonly StoredDocument<"fault">[]): Promise<void> {
  const endedFaults = faults.filter(({ document }) => isOver(document));
  const others = faults.filter((one) => !endedFaults.includes(one));
  if (others.length > 0) await documents.put("fault", others);
  if (endedFaults.length > 0) await documents.put("endedFault", endedFaults);
  for (const { key } of endedFaults) await documents.delete("fault", key);
}

function isOver({ fault, matched, met }: StoredFault): boolean {
  return (fault.times !== undefined && met >= fault.times) || (fault.match?.nth !== undefined && matched >= fault.match.nth);
}

function applies({ fault }: StoredFault, matchCount: number): boolean {
  const { nth, probability, seed = "" } = fault.match ?? {};
  if (nth !== undefined && matchCount !== nth) return false;
  return probability === undefined || chance(`${seed} ${matchCount}`) < probability;
}

/** Returns a number from 0 to 1 that is always the same for the same text. */
export function chance(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, 12), 16) / 2 ** 48;
}

/** Delays the request or returns a response. @throws Rejection for a rate limit */
export async function faultResponse(
  { effect }: Fault,
  operation: Operation,
  correlationId: () => string,
): Promise<ContractResponse | undefined> {
  switch (effect.type) {
    case "latency":
      await sleep(effect.milliseconds);
      return undefined;
    case "rateLimit":
      throw rateRejection(effect.policyName, "A fault of the mock rejected this request with a rate limit.", effect.retryAfter ?? 1);
    case "status":
      return statusResponse(effect, operation, correlationId());
    case "reset":
      return { status: 500, headers: {}, body: undefined };
    default:
      return undefined;
  }
}

export function searchLagOf(fault: Fault | undefined): number | undefined {
  return fault?.effect.type === "searchLag" ? fault.effect.milliseconds : undefined;
}

export function withFault(response: ContractResponse, fault: Fault | undefined): ContractResponse {
  switch (fault?.effect.type) {
    case "truncate":
      return { ...response, drop: "truncated" };
    case "reset":
    case "dropResponse":
      return { ...response, drop: "lost" };
    default:
      return response;
  }
}

/** Default values of `Retry-After` in seconds, by status. */
const defaultRetryAfter: ReadonlyMap<number, number> = new Map([
  [423, 2],
  [477, 86_400],
]);

function statusResponse(
  effect: Extract<Fault["effect"], { readonly type: "status" }>,
  { oauthErrors }: Operation,
  correlationId: string,
): ContractResponse {
  const category = effect.category ?? categoryOf(effect.status);
  const retryAfter = effect.retryAfter ?? defaultRetryAfter.get(effect.status);
  const advice = retryAfter === undefined ? "" : ` Try again in ${retryAfter} seconds.`;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const rejection = new Rejection("INTERNAL_ERROR", effect.message ?? `A fault of the mock caused this error.${advice}`, { headers });
  // A 400 from an OAuth endpoint has no category.
  if (oauthErrors && effect.status === 400) return oauthErrorResponse(rejection);
  const response = errorResponse(rejection, correlationId);
  return { ...response, status: effect.status, body: { ...(response.body as object), category } };
}

function categoryOf(status: number): Category {
  const entry = Object.entries(statusOfCategory).find(([, own]) => own === status);
  return (entry?.[0] as Category | undefined) ?? "INTERNAL_ERROR";
}
