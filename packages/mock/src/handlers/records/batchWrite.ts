import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/store.ts";
import { invalidValue } from "../common/problems.ts";
import { emailProperty } from "./contacts.ts";
import { recordsByValue, storedValue } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";
import { keyValue, RecordWrites, type WriteInput, type Written } from "./recordWrites.ts";

interface IdentifiedInput extends WriteInput {
  readonly id: string;
}

const byId = "hs_object_id";

export async function batchCreate(type: ObjectType, given: readonly WriteInput[], context: Context): Promise<Written> {
  // Inputs may contain undeclared fields. The errors must not contain such an `id`.
  const inputs = given.map((input) => ({ ...input, id: undefined, idProperty: undefined }));
  const writes = new RecordWrites(type, context, inputs, { isPartial: areTraced(inputs) });
  for (const input of inputs) {
    await writes.attempt(input, async () => {
      await writes.validate(input, input.properties);
      await writes.create(input, input.properties);
    });
  }
  return writes.store();
}

export async function batchUpdate(type: ObjectType, inputs: readonly IdentifiedInput[], context: Context): Promise<Written> {
  const writes = new RecordWrites(type, context, inputs, { isPartial: areTraced(inputs) });
  const records = await foundRecords(type, inputs, context, writes.isPartial);
  for (const input of inputs) {
    await writes.attempt(input, async () => {
      const record = records.found(input);
      await writes.validate(input, input.properties);
      if (record) await writes.update(input, record);
      else writes.addMissing(input.id);
    });
  }
  return writes.store();
}

export async function batchUpsert(type: ObjectType, inputs: readonly IdentifiedInput[], context: Context): Promise<Written> {
  // A batch that identifies contacts by email fails as a whole (companions.md, 1.2).
  const usesEmail = inputs.some(({ idProperty }) => idProperty === emailProperty);
  const writes = new RecordWrites(type, context, inputs, { isPartial: areTraced(inputs) && !usesEmail });
  const records = await foundRecords(type, inputs, context, writes.isPartial);
  for (const input of inputs) {
    const key = keyValue(input);
    const values = { ...key, ...input.properties };
    await writes.attempt(input, async () => {
      const record = records.found(input);
      await writes.validate(input, values);
      if (record) {
        records.keep(input, await writes.update(input, record));
      } else if (Object.keys(key).length === 0) {
        writes.addMissing(input.id);
      } else {
        rejectOtherKey(type, input, (field) => writes.placeOf(input, field));
        records.keep(input, await writes.create(input, values));
      }
    });
  }
  return writes.store();
}

function areTraced(inputs: readonly WriteInput[]): boolean {
  return inputs.every(({ objectWriteTraceId }) => objectWriteTraceId !== undefined);
}

interface FoundRecords {
  /** @throws Rejection when the input's property is not unique */
  found(input: IdentifiedInput): StoredRecord | undefined;
  keep(input: IdentifiedInput, record: StoredRecord): void;
}

/** @throws Rejection when a property is not unique, unless inputs fail individually */
async function foundRecords(
  { typeId }: ObjectType,
  inputs: readonly IdentifiedInput[],
  { store }: Context,
  isPartial: boolean,
): Promise<FoundRecords> {
  const records = new Map<string, StoredRecord>();
  const rejections = new Map<string, Rejection>();
  const keyOf = (id: string, property: string) => JSON.stringify([property, storedValue(typeId, property, id)]);
  for (const [property, group] of Map.groupBy(inputs, ({ idProperty = byId }) => idProperty)) {
    const ids = new Set(group.map(({ id }) => id));
    try {
      for (const [id, record] of await recordsByValue(store.records, typeId, property, [...ids])) {
        if (record.archivedAt === null) records.set(keyOf(id, property), record);
      }
    } catch (error) {
      if (!isPartial || !(error instanceof Rejection)) throw error;
      rejections.set(property, error);
    }
  }
  return {
    found({ id, idProperty = byId }) {
      const rejection = rejections.get(idProperty);
      if (rejection) throw rejection;
      return records.get(keyOf(id, idProperty));
    },
    keep: ({ id, idProperty = byId }, record) => records.set(keyOf(id, idProperty), record),
  };
}

/** @throws Rejection when the id is empty, or when the properties contain a different value for the property that identifies the record */
function rejectOtherKey(
  { typeId }: ObjectType,
  { id, idProperty = byId, properties }: IdentifiedInput,
  placeOf: (field: string) => string,
): void {
  const key = storedValue(typeId, idProperty, id);
  if (key === "") throw invalidValue(placeOf("id"), "minLength", "must not be empty", id);
  const given = Object.hasOwn(properties, idProperty) ? properties[idProperty] : undefined;
  if (given === undefined || storedValue(typeId, idProperty, given) === key) return;
  const expectation = "must equal the input's id, because no record has this id yet";
  throw invalidValue(placeOf(`properties.${idProperty}`), "idProperty", expectation, given);
}
