import type { RecordAssociationInput } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { associationTypesOf, unlabeledType } from "../associations/associationTypes.ts";
import { specOf } from "../associations/specs.ts";
import { withAssociations } from "../records/associations.ts";
import { crmRecordOf } from "../records/crmRecord.ts";
import { knownType, type ObjectType } from "../records/objectTypes.ts";
import type { Values } from "../records/propertyValues.ts";
import { RecordWrites } from "../records/recordWrites.ts";
import { canRead } from "../records/scopes.ts";

/** The ids of associated records, keyed by the plural name of their object type. */
export type AssociatedIds = Readonly<Record<string, readonly number[] | undefined>>;

export async function createRecord(type: ObjectType, properties: Values, ids: AssociatedIds, context: Context): Promise<StoredRecord> {
  const input = { properties, associations: await associationInputs(type, ids, context) };
  const writes = new RecordWrites(type, context, [input], { isSingle: true });
  await writes.validate(input, properties);
  const record = await writes.create(input, properties);
  await writes.store();
  return record;
}

async function associationInputs({ typeId }: ObjectType, ids: AssociatedIds, { store }: Context): Promise<RecordAssociationInput[]> {
  const types = await associationTypesOf(store.documents);
  return Object.entries(ids).flatMap(([name, otherIds = []]) => {
    const type = unlabeledType(types.between(typeId, knownType(name).typeId));
    return type ? otherIds.map((id) => ({ to: { id: String(id) }, types: [specOf(type)] })) : [];
  });
}

/** Returns, for each record, the ids of up to 100 associated records of each type. Omits the types that the caller cannot read. */
export async function associatedIds(
  type: ObjectType,
  records: readonly StoredRecord[],
  names: readonly string[],
  context: Context,
): Promise<Readonly<Record<string, number[]>>[]> {
  const readable = names.filter((name) => canRead(knownType(name).typeId, context));
  const crmRecords = records.map((record) => crmRecordOf(record, { values: [], histories: [] }));
  const associated = await withAssociations(type, crmRecords, readable, context);
  return associated.map(({ associations = {} }) => {
    const idsOf = (name: string) => [...new Set((associations[name]?.results ?? []).map(({ id }) => Number(id)))];
    return Object.fromEntries(names.map((name) => [name, idsOf(name)]));
  });
}

export interface Page {
  readonly page: readonly StoredRecord[];
  readonly hasMore: boolean;
  /** The offset of the next page, which is the id of the last record on this page. */
  readonly next: number;
}

/** Returns a page of an object type's records, ordered by id. */
export async function pageAfter({ typeId }: ObjectType, offset: number, limit: number, { store }: Context): Promise<Page> {
  const records = await store.records.page(typeId, offset, limit + 1, "current");
  const page = records.slice(0, limit);
  return { page, hasMore: records.length > limit, next: Number(page.at(-1)?.id ?? offset) };
}
