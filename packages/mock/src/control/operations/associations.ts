import { Rejection } from "../../contract/errors/rejection.ts";
import type { AssociatedRecord, AssociationGroup } from "../../generated/control/schemas.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "../../handlers/associations/associationTypes.ts";
import { objectTypeOf, pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AccountStore, Link, LinkKind, StoredRecord } from "../../store/store.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount } from "../existingAccount.ts";
import { nameOfRecord } from "./recordName.ts";

/** Selects one page of a record's associations per association type. */
export interface AssociationPage {
  /** Only associations of this type. */
  readonly typeId?: number;
  /** Only associations with records whose id is greater than this one. */
  readonly after?: number;
  /** Maximum number of associations of each type, up to 500. @default 100 */
  readonly limit?: number;
}

/** @throws Rejection if the account or the record does not exist */
export async function listAssociations(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: { readonly objectType: string; readonly recordId: string },
  { typeId, after = 0, limit = 100 }: AssociationPage,
): Promise<AssociationGroup[]> {
  const account = await existingAccount(context, accountId);
  const fromType = objectTypeOf(objectType)?.typeId ?? objectType;
  const [record] = await account.records.find(fromType, [recordId]);
  if (!record) throw new Rejection("OBJECT_NOT_FOUND", "The account has no record of this type with this id.");
  const kinds = await account.associations.kinds(fromType, recordId);
  const wanted = typeId === undefined ? kinds : kinds.filter((kind) => kind.typeId === typeId);
  const starts = wanted.map((kind) => ({ fromType, fromId: recordId, typeId: kind.typeId, after }));
  const pages = await account.associations.pages(starts, limit + 1);
  const records = await recordsAt(account, pages.flat());
  const types = await associationTypesOf(account.documents);
  return wanted.map((kind, index) => groupOf(kind, types, pages[index] ?? [], limit, records));
}

function groupOf(
  { typeId, toType, count }: LinkKind,
  types: AssociationTypes,
  links: readonly Link[],
  limit: number,
  records: ReadonlyMap<string, StoredRecord>,
): AssociationGroup {
  const type = types.withId(typeId);
  const inverse = type && types.withId(type.inverse);
  const page = links.slice(0, limit);
  const last = page.at(-1);
  return {
    typeId,
    name: nameOf(type),
    inverseName: nameOf(inverse),
    primary: type?.unlabeled !== undefined || inverse?.unlabeled !== undefined,
    objectType: pluralOf(toType),
    count,
    results: page.map(({ toId }) => shown(toId, records.get(placeOf(toType, toId)))),
    ...(last && links.length > limit ? { paging: { next: { after: Number(last.toId) } } } : {}),
  };
}

function shown(id: string, record: StoredRecord | undefined): AssociatedRecord {
  if (!record) return { id, name: "", state: "missing" };
  return { id, name: nameOfRecord(record), state: record.archivedAt === null ? "active" : "archived" };
}

function nameOf(type: AssociationType | undefined): string {
  return (type?.custom ? type.label : (type?.name ?? type?.label)) ?? "";
}

async function recordsAt({ records }: AccountStore, links: readonly Link[]): Promise<ReadonlyMap<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>();
  for (const [objectType, ofType] of Map.groupBy(links, ({ toType }) => toType)) {
    const ids = [...new Set(ofType.map(({ toId }) => toId))];
    for (const record of await records.find(objectType, ids)) found.set(placeOf(objectType, record.id), record);
  }
  return found;
}

function placeOf(objectType: string, id: string): string {
  return `${objectType}/${id}`;
}
