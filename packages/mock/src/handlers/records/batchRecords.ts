import { Rejection } from "../../contract/errors/rejection.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import { contactType, emailProperty, identifyingValues } from "../../store/records/contacts.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { uniqueForm } from "../../store/values.ts";
import { problemOf } from "../common/problems.ts";
import { allDefinitions } from "./definitions.ts";
import { hasUniqueValues, recordsByUnique, storedValue, uniqueExpectation } from "./find.ts";
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

interface Mode {
  /** Whether the batch creates the records that do not exist. */
  readonly creates: boolean;
  readonly isPartial: boolean;
}

/** @throws Rejection when a property does not identify records, unless inputs fail individually */
export async function batchRecords(
  { typeId }: ObjectType,
  inputs: readonly RecordKey[],
  { store, accountId }: Context,
  { creates, isPartial }: Mode,
): Promise<BatchRecords> {
  const byProperty = Map.groupBy(inputs, ({ idProperty }) => idProperty);
  const definitions = await allDefinitions(
    store.records,
    typeId,
    [...byProperty.keys()].filter((name) => name !== undefined),
  );
  const identifiesRecords = (name: string) => expectationOf(name) === undefined;
  if (!isPartial) rejectIfNotUnique(inputs);

  const keyOf = ({ idProperty }: RecordKey, value: string) => {
    if (idProperty === undefined) return JSON.stringify([value]);
    return JSON.stringify([idProperty, uniqueForm(storedValue(typeId, idProperty, value), definitions.get(idProperty)?.type)]);
  };
  const records = new Map<string, StoredRecord>();
  for (const [idProperty, group] of byProperty) {
    const ids = [...new Set(group.map(({ id }) => id))];
    if (idProperty === undefined) {
      for (const record of await store.records.find(typeId, ids)) add({ id: record.id }, record);
    } else if (identifiesRecords(idProperty)) {
      for (const [id, record] of await recordsByUnique(store.records, typeId, idProperty, ids)) add({ id, idProperty }, record);
    }
  }
  return {
    find(input) {
      rejectIfNotUnique([input]);
      return records.get(keyOf(input, input.id));
    },
    keep(input, record) {
      records.set(keyOf(input, input.id), record);
      for (const idProperty of byProperty.keys()) {
        for (const id of idProperty === undefined ? [] : identifyingValues(record, idProperty)) {
          const key = keyOf({ id, idProperty }, id);
          // A value that a record had before the batch still identifies this record.
          if (!records.has(key)) records.set(key, record);
        }
      }
    },
    isSame: (input, value) => keyOf(input, value) === keyOf(input, input.id),
  };

  function add(input: RecordKey, record: StoredRecord): void {
    if (record.archivedAt === null) records.set(keyOf(input, input.id), record);
  }

  /** Returns what is expected instead of a property that does not identify records. */
  function expectationOf(name: string): string | undefined {
    if (name === "hs_object_id") return "must be omitted if the id is a record id";
    // The service identifies contacts by their email only in upserts and in updates of one record.
    if (!creates && typeId === contactType && name === emailProperty) return "must not be email; use records.batchUpsert or records.update";
    return hasUniqueValues(definitions.get(name)) ? undefined : uniqueExpectation;
  }

  function rejectIfNotUnique(keys: readonly RecordKey[]): void {
    const problems = keys.flatMap((input): Problem[] => {
      const { idProperty } = input;
      const expectation = idProperty === undefined ? undefined : expectationOf(idProperty);
      if (expectation === undefined) return [];
      return [problemOf(`inputs[${inputs.indexOf(input)}].idProperty`, "unique", expectation, idProperty)];
    });
    const [first] = problems;
    if (!first) return;
    const message = `Unable to perform update/upsert by non-unique ${typeId} property ${first.received} in portal ID ${accountId}`;
    throw new Rejection("VALIDATION_ERROR", message, { problems: problems.slice(0, maxProblems) });
  }
}
