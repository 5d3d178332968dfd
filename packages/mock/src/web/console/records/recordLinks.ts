import { type AssociationType, type AssociationTypes, associationTypesOf } from "../../../handlers/associations/associationTypes.ts";
import { groupBy } from "../../../store/groupBy.ts";
import type { AccountStore, Link, LinkKind, StoredRecord } from "../../../store/store.ts";

// A record may have any number of links, of any number of types.
const maxKinds = 40;
const maxPerKind = 25;

/** The links of a record that are of one type. */
export interface LinkGroup {
  readonly typeId: number;
  readonly toType: string;
  /** How many there are, shown or not. */
  readonly count: number;
  /** What the association is called from here, and from there back; empty where it has no name. */
  readonly there: string;
  readonly back: string;
  /** Whether it makes the other record the primary one, or this one that of the other. */
  readonly isPrimary: boolean;
  readonly neighbours: readonly Neighbour[];
  /** Where the next page of the group begins: after the record of this id; `undefined` when there is no more. */
  readonly next: number | undefined;
}

/** The record at the other end of a link. */
export interface Neighbour {
  readonly objectType: string;
  readonly id: string;
  /** `undefined` when the account has no such record. */
  readonly record: StoredRecord | undefined;
}

export interface RecordLinks {
  readonly groups: readonly LinkGroup[];
  /** How many types of associations are left out. */
  readonly moreGroups: number;
  /** All links of the record, left out or not. */
  readonly count: number;
}

/** From where the links of one type are read. */
export interface Further {
  readonly typeId: number;
  readonly after: number;
}

/** The links of a record by the type of association, the first of each type. @param further a type of which others are wanted */
export async function linksOf(account: AccountStore, objectType: string, id: string, further?: Further): Promise<RecordLinks> {
  const kinds = await account.associations.kinds(objectType, id);
  const shown = further ? kinds.filter(({ typeId }) => typeId === further.typeId) : kinds.slice(0, maxKinds);
  const starts = shown.map(({ typeId }) => ({ fromType: objectType, fromId: id, typeId, after: further?.after ?? -1 }));
  const pages = await account.associations.pages(starts, maxPerKind + 1);
  const records = await recordsAt(account, pages.flat());
  const types = await associationTypesOf(account.documents);
  const groups = shown.map((kind, index) => groupOf(kind, pages[index] ?? [], types, records));
  return {
    groups,
    moreGroups: further ? 0 : kinds.length - shown.length,
    count: kinds.reduce((sum, { count }) => sum + count, 0),
  };
}

function groupOf(kind: LinkKind, links: readonly Link[], types: AssociationTypes, records: ReadonlyMap<string, StoredRecord>): LinkGroup {
  const type = types.withId(kind.typeId);
  const inverse = type && types.withId(type.inverse);
  const shown = links.slice(0, maxPerKind);
  return {
    ...kind,
    there: nameOf(type),
    back: nameOf(inverse),
    isPrimary: type?.unlabeled !== undefined || inverse?.unlabeled !== undefined,
    neighbours: shown.map(({ toType, toId }) => ({ objectType: toType, id: toId, record: records.get(`${toType}/${toId}`) })),
    next: links.length > maxPerKind ? Number(shown.at(-1)?.toId) : undefined,
  };
}

/** What people call a type: its label where an account has given it one. */
function nameOf(type: AssociationType | undefined): string {
  return type?.label ?? type?.name ?? "";
}

async function recordsAt({ records }: AccountStore, links: readonly Link[]): Promise<ReadonlyMap<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>();
  for (const [objectType, ofType] of groupBy(links, ({ toType }) => toType)) {
    const ids = [...new Set(ofType.map(({ toId }) => toId))];
    for (const record of await records.find(objectType, ids)) found.set(`${objectType}/${record.id}`, record);
  }
  return found;
}
