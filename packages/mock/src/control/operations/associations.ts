import type { RecordsListAssociationsParams } from "../../generated/control/operations.ts";
import type { AssociatedRecord, AssociationGroup } from "../../generated/control/schemas.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "../../handlers/associations/associationTypes.ts";
import { pagingOf } from "../../handlers/common/paging.ts";
import { pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { Link, LinkKind } from "../../store/associations/associationStore.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount } from "../existingAccount.ts";
import { nameOfRecord } from "../recordName.ts";
import { recordOf } from "./records.ts";

export async function listAssociations(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: { readonly objectType: string; readonly recordId: string },
  { typeId, after = 0, limit = 100 }: RecordsListAssociationsParams,
): Promise<AssociationGroup[]> {
  const account = await existingAccount(context, accountId);
  const { objectType: fromType } = await recordOf(account, objectType, recordId);
  const kinds = await account.associations.kinds(fromType, recordId);
  const selection = typeId === undefined ? kinds : kinds.filter((kind) => kind.typeId === typeId);
  const starts = selection.map((kind) => ({ fromType, fromId: recordId, typeId: kind.typeId, after }));
  const pages = await account.associations.pages(starts, limit + 1);
  const records = await recordsAt(account, pages.flat());
  const types = await associationTypesOf(account.documents);
  return selection.map((kind, index) => groupOf(kind, types, pages[index] ?? [], limit, records));
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
  return {
    typeId,
    name: nameOf(type),
    inverseName: nameOf(inverse),
    primary: type?.unlabeled !== undefined || inverse?.unlabeled !== undefined,
    objectType: pluralOf(toType),
    count,
    results: page.map(({ toId }) => shown(toId, records.get(placeOf(toType, toId)))),
    ...pagingOf(links.length > limit ? Number(page.at(-1)?.toId) : undefined),
  };
}

function shown(id: string, record: StoredRecord | undefined): AssociatedRecord {
  if (!record) return { id, name: "", state: "missing" };
  const name = nameOfRecord((property) => historyOf(record, property)[0]?.value);
  return { id, name, state: record.archivedAt === null ? "active" : "archived" };
}

function nameOf(type: AssociationType | undefined): string {
  return (type?.custom ? (type.label ?? type.name) : (type?.name ?? type?.label)) ?? "";
}

async function recordsAt({ records }: AccountStore, links: readonly Link[]): Promise<ReadonlyMap<string, StoredRecord>> {
  const recordsByPlace = new Map<string, StoredRecord>();
  for (const [objectType, ofType] of Map.groupBy(links, ({ toType }) => toType)) {
    const ids = [...new Set(ofType.map(({ toId }) => toId))];
    for (const record of await records.find(objectType, ids)) recordsByPlace.set(placeOf(objectType, record.id), record);
  }
  return recordsByPlace;
}

function placeOf(objectType: string, id: string): string {
  return `${objectType}/${id}`;
}
