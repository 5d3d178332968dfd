import type { CrmRecord, StandardError } from "@crm-platform/types";
import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { type BatchResponse, batchError, batchResponse } from "../common/batch.ts";
import { crmRecordsOf, limitHistories, type Requested, requestedProperties } from "./crmRecord.ts";
import { isShown, recordsByValue } from "./find.ts";
import { type ObjectType, wordsFor } from "./objectTypes.ts";

interface Reading extends Requested {
  readonly inputs: readonly { readonly id: string }[];
  readonly idProperty?: string | undefined;
  readonly archived?: boolean | undefined;
}

export async function batchRead(type: ObjectType, reading: Reading, context: Context): Promise<BatchResponse<200, CrmRecord>> {
  const { inputs, idProperty, archived = false } = reading;
  const { store, now } = context;
  limitHistories(reading, "inputs", inputs.length);
  const values = [...new Set(inputs.map(({ id }) => id))];
  const records = await recordsByValue(store.records, type.typeId, idProperty, values);
  for (const [value, record] of records) if (!isShown(record, archived, now)) records.delete(value);
  const selection = await requestedProperties(store, type.typeId, reading);
  // Several values may identify the same record.
  const results = await crmRecordsOf([...new Set(records.values())], selection, context);
  const missing = values.filter((value) => !records.has(value));
  return batchResponse(200, now, results, missingRecords(type, missing));
}

/** Returns a single error that lists all missing records. */
export function missingRecords(type: ObjectType, ids: string[]): StandardError[] {
  if (ids.length === 0) return [];
  return [
    batchError(
      new Rejection("OBJECT_NOT_FOUND", `Some ${wordsFor(type).many} were not found: ${shortList(ids, "and")}.`, { context: { ids } }),
    ),
  ];
}
