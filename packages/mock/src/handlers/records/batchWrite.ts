import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { emailProperty } from "../../store/records/contacts.ts";
import { invalidValue } from "../common/problems.ts";
import { type BatchRecords, batchRecords } from "./batchRecords.ts";
import { storedValue } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";
import { keyValue, RecordWrites, type WriteInput, type WrittenBatch } from "./recordWrites.ts";

interface IdentifiedInput extends WriteInput {
  readonly id: string;
}

export async function batchCreate(type: ObjectType, bodyInputs: readonly WriteInput[], context: Context): Promise<WrittenBatch> {
  // Inputs may contain undeclared fields, such as an `id`, which errors must not contain.
  const inputs = bodyInputs.map((input) => ({ ...input, id: undefined, idProperty: undefined }));
  const writes = new RecordWrites(type, context, inputs, { isPartial: areTraced(inputs) });
  for (const input of inputs) {
    await writes.attempt(input, async () => {
      await writes.validate(input, input.properties);
      await writes.create(input, input.properties);
    });
  }
  return writes.store();
}

/** @param creates whether to create the records that do not exist */
export async function batchWrite(
  type: ObjectType,
  inputs: readonly IdentifiedInput[],
  context: Context,
  creates: boolean,
): Promise<WrittenBatch> {
  if (!creates) rejectRepeated(inputs);
  // An upsert that identifies contacts by email fails as a whole.
  const isWhole = creates && inputs.some(({ idProperty }) => idProperty === emailProperty);
  const writes = new RecordWrites(type, context, inputs, { isPartial: areTraced(inputs) && !isWhole });
  const records = await batchRecords(type, inputs, context, { creates, isPartial: writes.isPartial });
  for (const input of inputs) {
    const values = creates ? { ...keyValue(input), ...input.properties } : input.properties;
    await writes.attempt(input, async () => {
      const record = records.find(input);
      await writes.validate(input, values);
      if (record) {
        records.keep(input, await writes.update(input, record));
      } else if (creates && input.idProperty !== undefined) {
        rejectOtherKey(type, input, records, (field) => writes.placeOf(input, field));
        records.keep(input, await writes.create(input, values));
      } else {
        writes.addMissing(input.id);
      }
    });
  }
  return writes.store();
}

/** @throws Rejection when an id is repeated */
function rejectRepeated(inputs: readonly IdentifiedInput[]): void {
  const groups = Map.groupBy(inputs, ({ id, idProperty }) => JSON.stringify([idProperty, id]));
  const ids = [...groups.values()].flatMap(([input, repetition]) => (input && repetition ? [input.id] : []));
  if (ids.length === 0) return;
  const message = `Duplicate IDs found in batch input: [${ids.join(", ")}]. IDs must be unique`;
  throw new Rejection("VALIDATION_ERROR", message, { context: { ids } });
}

function areTraced(inputs: readonly WriteInput[]): boolean {
  return inputs.every(({ objectWriteTraceId }) => objectWriteTraceId !== undefined);
}

/** @throws Rejection when the id is empty, or when the properties contain a different value for the property that identifies the record */
function rejectOtherKey({ typeId }: ObjectType, input: IdentifiedInput, records: BatchRecords, placeOf: (field: string) => string): void {
  const { id, idProperty = "hs_object_id", properties } = input;
  if (storedValue(typeId, idProperty, id) === "") throw invalidValue(placeOf("id"), "minLength", "must not be empty", id);
  const value = Object.hasOwn(properties, idProperty) ? properties[idProperty] : undefined;
  if (value === undefined || records.isSame(input, value)) return;
  const expectation = "must equal the input's id, because no record has this id yet";
  throw invalidValue(placeOf(`properties.${idProperty}`), "idProperty", expectation, value);
}
