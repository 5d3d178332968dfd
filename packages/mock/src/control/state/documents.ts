import type { AccountState } from "../../generated/control/schemas.ts";
import { compareValues } from "../../handlers/common/filters.ts";
import { emailBlockKey } from "../../handlers/transactionalEmail/failures.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { AnyDocument, Collection, Documents, EmailBlock, StoredDocument } from "../../store/documents/documents.ts";
import type { Findings } from "./problems.ts";
import { type Scope, type Section, sections } from "./sections.ts";

const blocks = [
  ["blockedDomains", "blockedDomain"],
  ["bouncedAddresses", "bounced"],
  ["spamAddresses", "spam"],
] as const;

/** Reads the parts of a state that are stored as documents, that is, all parts except its records and associations. */
export function readDocuments(state: AccountState, scope: Scope): AnyDocument[] {
  const named = Object.entries(sections).flatMap(([name, section]) => {
    const items = state[name as keyof AccountState] as readonly unknown[] | undefined;
    return readSection(items ?? [], section as unknown as Section<unknown, Collection>, name, scope);
  });
  const blocked = blocks.flatMap(([name, reason]) => (state[name] ?? []).map((value) => readBlock(value, reason)));
  return [...named, ...blocked.map((block) => ({ ...block, collection: "emailBlock" }) as const)];
}

export function checkChannels({ channels = [], broadcasts = [] }: AccountState, kept: ReadonlySet<string>, findings: Findings): void {
  const channelIds = new Set([...kept, ...channels.map(({ channelGuid }) => channelGuid)]);
  for (const [index, { channelGuid }] of broadcasts.entries()) {
    if (!channelIds.has(channelGuid)) findings.add(`broadcasts[${index}].channelGuid`, "reference", "the id of a channel in the account");
  }
}

/** @param documents the documents of the state @param kept the account's own lists */
export function checkListNames(documents: readonly AnyDocument[], kept: readonly StoredDocument<"list">[], findings: Findings): void {
  const lists = documents.flatMap((one) => (one.collection === "list" ? [one.document] : []));
  const replaced = new Set(lists.map(({ listId }) => listId));
  const nameOf = ({ objectTypeId, name }: Documents["list"]) => `${objectTypeId} ${name.toLowerCase()}`;
  const isCurrent = ({ deletedAt }: Documents["list"]) => deletedAt === undefined;
  const others = kept.map(({ document }) => document).filter((list) => isCurrent(list) && !replaced.has(list.listId));
  const taken = new Set(others.map(nameOf));
  for (const [index, list] of lists.entries()) {
    if (!isCurrent(list)) continue;
    if (taken.has(nameOf(list))) findings.add(`lists[${index}].name`, "nameTaken", "a name that no other list of the object type has");
    taken.add(nameOf(list));
  }
}

/** @param only a section to read alone */
export async function shownDocuments({ documents }: AccountStore, only?: keyof typeof sections): Promise<AccountState> {
  const shown: Record<string, unknown> = {};
  for (const [name, section] of Object.entries(sections)) {
    if (only !== undefined && name !== only) continue;
    const items = await shownSection(documents, section as unknown as Section<unknown, Collection>);
    if (items.length > 0) shown[name] = items;
  }
  if (only !== undefined) return shown;
  const blocked = (await documents.list("emailBlock")).map(({ document }) => document);
  for (const [name, reason] of blocks) {
    const values = blocked.filter((block) => block.reason === reason).map(({ value }) => value);
    if (values.length > 0) shown[name] = values.sort();
  }
  return shown;
}

function readSection(items: readonly unknown[], section: Section<unknown, Collection>, name: string, scope: Scope): AnyDocument[] {
  const { collection, idOf, keyOf = idOf, read } = section;
  scope.findings.twice(items.map(idOf), (index) => `${name}[${index}]`);
  return items.map((item, index) => {
    const document = read(item, scope, `${name}[${index}]`);
    return { collection, key: keyOf(item, document), document } as AnyDocument;
  });
}

async function shownSection(documents: DocumentStore, section: Section<unknown, Collection>): Promise<unknown[]> {
  const { collection, idOf, show } = section;
  const items = (await documents.list(collection)).map(({ key, document }) => show(document as Documents[Collection], key));
  return items
    .map((item) => ({ item, id: idOf(item) }))
    .sort(byId)
    .map(({ item }) => item);
}

function readBlock(value: string, reason: EmailBlock["reason"]): StoredDocument<"emailBlock"> {
  return { key: emailBlockKey(reason, value), document: { reason, value: value.toLowerCase() } };
}

/** Compares numbers by value, and other ids by their characters. */
function byId({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number {
  const byNumber = Number(one) - Number(other);
  if (byNumber !== 0 && !Number.isNaN(byNumber)) return byNumber;
  return compareValues(one, other);
}
