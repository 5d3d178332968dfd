import type { Owner } from "@crm-platform/types";
import type { AccountProfile } from "../store/accountStore.ts";
import type { DocumentStore } from "../store/documents/documentStore.ts";
import { compareIds } from "./common/filters.ts";
import { pagingOf } from "./common/paging.ts";
import { existing } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, reads } from "./handlers.ts";

const defaultLimit = 100;

export const owners: HandlersOfArea<"owners"> = {
  "owners.list": reads(async ({ query }, { store, profile }) => {
    const { limit = defaultLimit, after = "0", archived = false } = query;
    const email = query.email?.toLowerCase();
    const all = await ownersOf(store.documents, profile);
    const matching = all.filter((one) => one.archived === archived && (email === undefined || one.email?.toLowerCase() === email));
    const end = Number(after) + limit;
    const results = matching.sort((one, other) => compareIds(one.id, other.id)).slice(Number(after), end);
    return { status: 200, body: { results, ...pagingOf(end < matching.length ? String(end) : undefined) } };
  }),
  "owners.get": reads(async ({ path: { ownerId }, query: { idProperty = "id", archived = false } }, { store, profile }) => {
    const all = await ownersOf(store.documents, profile);
    const idOf = ({ id, userIdIncludingInactive }: Owner) => (idProperty === "id" ? id : String(userIdIncludingInactive));
    const owner = all.find((one) => one.archived === archived && idOf(one) === ownerId);
    return { status: 200, body: existing(owner, `No owner has this ${idProperty === "id" ? "id" : "user id"}.`) };
  }),
};

/** Returns the stored owners and, unless one of them is the account's user, an owner for this user. */
export async function ownersOf(documents: DocumentStore, { userId, userEmail: email }: AccountProfile): Promise<Owner[]> {
  const stored = (await documents.list("owner")).map(({ document }) => ownerOf(document));
  const id = String(firstOwnerId + userId);
  if (stored.some((owner) => owner.userIdIncludingInactive === userId || owner.id === id)) return stored;
  const createdAt = timestampOf(0);
  const user: Owner = {
    id,
    type: "PERSON",
    email,
    userId,
    userIdIncludingInactive: userId,
    createdAt,
    updatedAt: createdAt,
    archived: false,
  };
  return [user, ...stored];
}

export async function ownerIdsOf(documents: DocumentStore, profile: AccountProfile): Promise<ReadonlySet<string>> {
  return new Set((await ownersOf(documents, profile)).map(({ id }) => id));
}

// Differs from the user's id, because the two are easily confused.
const firstOwnerId = 70_000_000;

/** The user of an archived owner is inactive. */
function ownerOf({ userId, ...owner }: Owner): Owner {
  if (userId === undefined) return owner;
  return { ...owner, ...(owner.archived ? {} : { userId }), userIdIncludingInactive: userId };
}
