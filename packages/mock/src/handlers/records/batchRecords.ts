import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { uniqueForm } from "../../store/values.ts";
import { rejectIfAny } from "../common/problems.ts";
import { allDefinitions } from "./definitions.ts";
import { hasUniqueValues, isRecordId, notUnique, recordsByUnique, storedValue } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";

interface RecordKey {
  readonly id: string;
  readonly idProperty?: string | undefined;
}

/** The current records that the inputs of a batch identify, including those that the batch creates or gives an identifying value. */
export interface BatchRecords {
  /** @throws Rejection when the property of the input is not unique */
  find(input: RecordKey): StoredRecord | undefined;
  keep(input: RecordKey, record: StoredRecord): void;
  /** Whether two values of the input's property identify the same record. */
  isSame(input: RecordKey, value: string): boolean;
}

/** @throws Rejection when a property is not unique, unless inputs fail individually */
export async function batchRecords(
  { typeId }: ObjectType,
  inputs: readonly RecordKey[],
  { store }: Context,
  isPartial: boolean,
): Promise<BatchRecords> {
  const byProperty = Map.groupBy(inputs, ({ idProperty }) => (isRecordId(idProperty) ? undefined : idProperty));
  const definitions = await allDefinitions(
    store.records,
    typeId,
    [...byProperty.keys()].filter((name) => name !== undefined),
  );
  const problemsOf = (some: readonly RecordKey[]) =>
    some.flatMap((input) => {
      const { idProperty } = input;
      if (isRecordId(idProperty) || hasUniqueValues(definitions.get(idProperty))) return [];
      return [notUnique(`inputs[${inputs.indexOf(input)}].idProperty`, idProperty)];
    });
  if (!isPartial) rejectIfAny(problemsOf(inputs));

  const keyOf = ({ idProperty }: RecordKey, value: string) => {
    if (isRecordId(idProperty)) return JSON.stringify([value]);
    return JSON.stringify([idProperty, uniqueForm(storedValue(typeId, idProperty, value), definitions.get(idProperty)?.type)]);
  };
  const records = new Map<string, StoredRecord>();
  for (const [idProperty, group] of byProperty) {
    const ids = [...new Set(group.map(({ id }) => id))];
    if (idProperty === undefined) {
      for (const record of await store.records.find(typeId, ids)) add({ id: record.id }, record);
    } else if (hasUniqueValues(definitions.get(idProperty))) {
      for (const [id, record] of await recordsByUnique(store.records, typeId, idProperty, ids)) add({ id, idProperty }, record);
    }
  }
  return {
    find(input) {
      const problems = problemsOf([input]);
      if (problems.length > 0) throw invalidRequest(problems);
      return records.get(keyOf(input, input.id));
    },
    keep(input, record) {
      records.set(keyOf(input, input.id), record);
      for (const idProperty of byProperty.keys()) {
        const id = idProperty && historyOf(record, idProperty)[0]?.value;
        const key = id ? keyOf({ id, idProperty }, id) : undefined;
        // A value that a record had before the batch still identifies this record.
        if (key !== undefined && !records.has(key)) records.set(key, record);
      }
    },
    isSame: (input, value) => keyOf(input, value) === keyOf(input, input.id),
  };

  function add(input: RecordKey, record: StoredRecord): void {
    if (record.archivedAt === null) records.set(keyOf(input, input.id), record);
  }
}
