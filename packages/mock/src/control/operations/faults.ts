import { operationTable } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import { didYouMean } from "../../contract/problems/nearest.ts";
import { platformOperations } from "../../crmPlatform.ts";
import type { Fault, FaultInput } from "../../generated/control/schemas.ts";
import { invalidValue } from "../../handlers/common/problems.ts";
import { handlers } from "../../handlers/table.ts";
import { deliveryOperation, everyAccount } from "../../platform/faults.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredDocument } from "../../store/documents/documents.ts";
import type { ControlContext } from "../context.ts";
import { profileOf } from "../existingAccount.ts";

export async function addFault({ store }: ControlContext, input: FaultInput): Promise<Fault> {
  const { match: { accountId: owner = everyAccount, ...match } = {}, times, effect } = input;
  rejectInvalidMatch(match.operationId);
  rejectInvalidEffect(effect, match.operationId);
  return store.transaction(owner, async (account) => {
    if (owner !== everyAccount) await profileOf(account);
    const key = await nextKey(account);
    const fault = { match, ...(times === undefined ? {} : { times }), effect };
    const stored = { key, document: { fault, matched: 0, met: 0 } };
    await account.documents.put("fault", [stored]);
    return shown(stored);
  });
}

function rejectInvalidMatch(operationId: string | undefined): void {
  const operationIds = [...Object.keys(operationTable), deliveryOperation];
  if (operationId === undefined || operationIds.includes(operationId)) return;
  throw invalidValue(
    "match.operationId",
    "operationId",
    `must be a platform operation${didYouMean(operationId, operationIds)}`,
    operationId,
  );
}

const webhookEffects: readonly string[] = ["duplicate", "reorder"];
const sharedEffects: readonly string[] = ["status", "latency", "reset", "dropResponse"];
/** A longer delay could exceed the time for which a process claims a delivery. */
const maxWebhookDelayMs = 10_000;

function rejectInvalidEffect(effect: FaultInput["effect"], operationId: string | undefined): void {
  if (operationId === deliveryOperation) rejectInvalidWebhookEffect(effect);
  else rejectInvalidRequestEffect(effect, operationId);
}

function rejectInvalidWebhookEffect(effect: FaultInput["effect"]): void {
  const { type } = effect;
  const possible = [...sharedEffects, ...webhookEffects];
  if (!possible.includes(type)) throw invalidValue("effect.type", "effect", `must be one of ${possible.join(", ")} for webhooks`, type);
  if (effect.type !== "latency" || effect.milliseconds <= maxWebhookDelayMs) return;
  throw invalidValue("effect.milliseconds", "maximum", `must be at most ${maxWebhookDelayMs} for webhooks`, effect.milliseconds);
}

function rejectInvalidRequestEffect(effect: FaultInput["effect"], operationId: string | undefined): void {
  const { type } = effect;
  if (webhookEffects.includes(type)) {
    throw invalidValue("effect.type", "effect", `requires match.operationId ${deliveryOperation}`, type);
  }
  if (effect.type === "partialFailure") rejectInvalidPartialFailure(effect, operationId);
  if (type !== "searchLag" || operationId === undefined || writesRecords(operationId)) return;
  const expectation = `must be an operation that writes records, because the effect is ${type}`;
  throw invalidValue("match.operationId", "effect", expectation, operationId);
}

function rejectInvalidPartialFailure(
  { indexes, count }: Extract<FaultInput["effect"], { readonly type: "partialFailure" }>,
  operationId: string | undefined,
): void {
  if (indexes && count !== undefined) throw invalidValue("effect.count", "effect", "must not be combined with indexes", count);
  const partial = platformOperations().flatMap((operation) => (operation.partialBatch ? [operation.operationId] : []));
  if (operationId !== undefined && partial.includes(operationId)) return;
  const expectation = `must be an operation with a 207 response, because the effect is partialFailure. Valid operations: ${partial.sort().join(", ")}`;
  throw invalidValue("match.operationId", "effect", expectation, operationId);
}

const areasWithRecords: readonly string[] = ["records", "tickets", "transactionalEmail", "transactionalEmailV1"];

export function writesRecords(operationId: string): boolean {
  const [area = ""] = operationId.split(".");
  const table: Readonly<Record<string, { readonly kind: string }>> = handlers;
  return areasWithRecords.includes(area) && table[operationId]?.kind === "writes";
}

export async function listFaults({ store }: ControlContext, accountId?: number): Promise<Fault[]> {
  const owner = store.account(accountId ?? everyAccount);
  if (accountId !== undefined) await profileOf(owner);
  // In this order, a fault that ends between the two reads is found twice instead of being missed.
  const faults = [...(await owner.documents.list("fault")), ...(await owner.documents.list("endedFault"))];
  const byKey = new Map(faults.map((fault) => [fault.key, fault]));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1)).map(shown);
}

export async function clearFaults({ store }: ControlContext, accountId?: number): Promise<void> {
  await store.transaction(accountId ?? everyAccount, async (owner) => {
    const { documents } = owner;
    if (accountId !== undefined) await profileOf(owner);
    for (const collection of ["fault", "endedFault"] as const) {
      for (const { key } of await documents.list(collection)) await documents.delete(collection, key);
    }
  });
}

export async function deleteFault({ store }: ControlContext, faultId: string): Promise<void> {
  const owner = ownerOf(faultId);
  const remove = async ({ documents }: AccountStore) =>
    (await documents.delete("fault", faultId)) || (await documents.delete("endedFault", faultId));
  const deleted = owner !== undefined && (await store.transaction(owner, remove));
  if (!deleted) throw new Rejection("OBJECT_NOT_FOUND", "No fault has this id.");
}

// Faults have a separate counter, so that they do not affect other ids in the account. Keys sort in the order of creation.
async function nextKey({ accountId: owner, documents }: AccountStore): Promise<string> {
  const last = await documents.get("faultCount", "");
  const count = (last?.count ?? 0) + 1;
  await documents.put("faultCount", [{ key: "", document: { count } }]);
  return `${owner}-${String(count).padStart(6, "0")}`;
}

function ownerOf(faultId: string): number | undefined {
  const digits = /^(\d{1,12})-\d+$/.exec(faultId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function shown({ key, document }: StoredDocument<"fault" | "endedFault">): Fault {
  const { fault, matched, met } = document;
  const owner = ownerOf(key);
  const match = { ...(owner === everyAccount || owner === undefined ? {} : { accountId: owner }), ...fault.match };
  return { faultId: key, matched, met, ...fault, match } as Fault;
}
