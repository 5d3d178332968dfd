import { operationTable } from "@crm-platform/types";
import { invalidRequest, Refusal } from "../contract/refusal.ts";
import type { Fault, FaultInput } from "../generated/control/schemas.ts";
import { everyAccount } from "../platform/faults.ts";
import type { StoredDocument } from "../store/documents.ts";
import type { Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";

/** @throws Refusal for an operation or an account that does not exist */
export async function addFault(store: Store, input: FaultInput): Promise<Fault> {
  const { match: { accountId: owner = everyAccount, ...match } = {}, times, effect } = input;
  if (match.operationId !== undefined && !Object.hasOwn(operationTable, match.operationId)) {
    throw invalidRequest([
      { in: "match.operationId", code: "operationId", message: "match.operationId must be an operation of the platform" },
    ]);
  }
  return store.transaction(owner, async (account) => {
    if (owner !== everyAccount) await profileOf(account);
    const key = nextKey(owner, await account.documents.list("fault"));
    const fault = { match, ...(times === undefined ? {} : { times }), effect };
    const stored = { key, document: { fault, matched: 0, met: 0 } };
    await account.documents.put("fault", [stored]);
    return shown(stored);
  });
}

/** The faults of an account, or those that are for all; oldest first. */
export async function listFaults(store: Store, accountId: number = everyAccount): Promise<Fault[]> {
  return (await store.account(accountId).documents.list("fault")).map(shown);
}

export async function clearFaults(store: Store, accountId: number = everyAccount): Promise<void> {
  await store.transaction(accountId, async ({ documents }) => {
    for (const { key } of await documents.list("fault")) await documents.delete("fault", key);
  });
}

/** @throws Refusal when there is no such fault */
export async function deleteFault(store: Store, faultId: string): Promise<void> {
  const owner = ownerOf(faultId);
  const deleted = owner !== undefined && (await store.account(owner).documents.delete("fault", faultId));
  if (!deleted) throw new Refusal("OBJECT_NOT_FOUND", "There is no fault with this id.");
}

// Faults count for themselves: the ids of an account are the same with and without them. The order of keys is that of age.
function nextKey(owner: number, faults: readonly StoredDocument<"fault">[]): string {
  const last = Number(faults.at(-1)?.key.split("-")[1] ?? 0);
  return `${owner}-${String(last + 1).padStart(6, "0")}`;
}

function ownerOf(faultId: string): number | undefined {
  const digits = /^(\d{1,12})-\d+$/.exec(faultId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function shown({ key, document }: StoredDocument<"fault">): Fault {
  const { fault, matched, met } = document;
  const owner = ownerOf(key);
  const match = { ...(owner === everyAccount || owner === undefined ? {} : { accountId: owner }), ...fault.match };
  return { faultId: key, matched, met, ...fault, match } as Fault;
}
