import type { Problem } from "../../../contract/message.ts";
import type { AssociatedRecord, Association, AssociationGroup } from "../../../generated/control/schemas.ts";
import { storedPairs } from "../../../handlers/associations/associate.ts";
import {
  type AssociationType,
  type AssociationTypes,
  associationTypesOf,
  unlabeledType,
} from "../../../handlers/associations/associationTypes.ts";
import { type Ends, endsBetween } from "../../../handlers/associations/ends.ts";
import { typesAmong } from "../../../handlers/associations/read.ts";
import { validTypes } from "../../../handlers/associations/specs.ts";
import { removeAll, replaceTypes } from "../../../handlers/associations/writeTypes.ts";
import { pagingOf } from "../../../handlers/common/paging.ts";
import { problemOf, rejectIfAny } from "../../../handlers/common/problems.ts";
import { knownType, objectTypeOf, pluralOf } from "../../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../../store/accountStore.ts";
import type { Link, LinkKind } from "../../../store/associations/associationStore.ts";
import type { StoredRecord } from "../../../store/records/recordStore.ts";
import type { ControlContext } from "../../context.ts";
import { changeRecords, existingAccount } from "../../existingAccount.ts";
import { recordOf, unknownRecord } from "./readRecords.ts";
import { nameOfRecord } from "./recordName.ts";

/** Selects one page per association type. */
export interface AssociationPage {
  readonly typeId?: number;
  /** Returns only associations with records whose id is greater than this id. */
  readonly after?: number;
  /** Maximum number of associations of each type, up to 500. @default 100 */
  readonly limit?: number;
}

export async function listAssociations(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: { readonly objectType: string; readonly recordId: string },
  { typeId, after = 0, limit = 100 }: AssociationPage,
): Promise<AssociationGroup[]> {
  const account = await existingAccount(context, accountId);
  const { objectType: fromType } = await recordOf(account, objectType, recordId);
  const kinds = await account.associations.kinds(fromType, recordId);
  const wanted = typeId === undefined ? kinds : kinds.filter((kind) => kind.typeId === typeId);
  const starts = wanted.map((kind) => ({ fromType, fromId: recordId, typeId: kind.typeId, after }));
  const pages = await account.associations.pages(starts, limit + 1);
  const records = await recordsAt(account, pages.flat());
  const types = await associationTypesOf(account.documents);
  return wanted.map((kind, index) => groupOf(kind, types, pages[index] ?? [], limit, records));
}

export interface AssociationPath {
  readonly objectType: string;
  readonly recordId: string;
  readonly toObjectType: string;
  readonly toRecordId: string;
}

export async function getAssociation(context: ControlContext, accountId: number, path: AssociationPath): Promise<Association> {
  const account = await existingAccount(context, accountId);
  return associationOf(account, await endsOf(account, path), path);
}

/** @throws Rejection if one of the records or types does not exist, or a limit of the account is exceeded */
export async function setAssociation(
  context: ControlContext,
  accountId: number,
  path: AssociationPath,
  typeIds: readonly number[],
): Promise<Association> {
  return changeRecords(context, accountId, async ({ account }) => {
    const ends = await endsOf(account, path);
    const all = ends.between;
    const types = typeIds.map((id) => all.find((type) => type.id === id));
    const expectation = `must be the id of an association type from objectType to toObjectType${validTypes(all)}`;
    const problems = types.flatMap((type, index) =>
      type ? [] : [problemOf(`typeIds[${index}]`, "associationType", expectation, typeIds[index])],
    );
    if (typeIds.length === 0 && !unlabeledType(all))
      problems.push(problemOf("typeIds", "minItems", "must contain a label, because one of the object types is custom", undefined));
    rejectIfAny(problems);
    await rejectArchived(account, ends, path);
    await replaceTypes(account, ends, [{ ...idsOf(path), types: types.filter((type) => type !== undefined) }]);
    return associationOf(account, ends, path);
  });
}

export async function deleteAssociation(context: ControlContext, accountId: number, path: AssociationPath): Promise<void> {
  await changeRecords(context, accountId, async ({ account }) => removeAll(account, await endsOf(account, path), [idsOf(path)]));
}

/** The second record need not exist, so that an association with a missing record can be deleted. */
async function endsOf(account: AccountStore, { objectType, recordId, toObjectType }: AssociationPath): Promise<Ends> {
  const record = await recordOf(account, objectType, recordId);
  const to = objectTypeOf(toObjectType);
  if (!to) throw unknownRecord();
  return endsBetween(knownType(record.objectType), to, account);
}

function idsOf({ recordId, toRecordId }: AssociationPath) {
  return { fromId: recordId, toId: toRecordId };
}

async function associationOf({ associations }: AccountStore, ends: Ends, path: AssociationPath): Promise<Association> {
  const stored = await storedPairs(associations, ends, [idsOf(path)]);
  const ids = new Set(stored.map(({ type }) => type.id));
  return { typeIds: ids.size > 0 ? typesAmong(ends.between, ids).map(({ id }) => id) : [] };
}

async function rejectArchived(account: AccountStore, { from, to }: Ends, { recordId, toRecordId }: AssociationPath): Promise<void> {
  const problems: Problem[] = [];
  for (const [field, type, id] of [
    ["recordId", from, recordId],
    ["toRecordId", to, toRecordId],
  ] as const) {
    const { archivedAt } = await recordOf(account, type.typeId, id);
    if (archivedAt !== null) problems.push(problemOf(field, "archived", "must be the id of a record that is not archived", id));
  }
  rejectIfAny(problems);
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
