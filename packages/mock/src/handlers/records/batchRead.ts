import type { RecordBatch, RecordBatchWithErrors, StandardError } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { completed } from "../common/batch.ts";
import { crmRecordOf, type Requested, requestedProperties } from "./crmRecord.ts";
import { isShown, recordsByValue } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";

interface Reading extends Requested {
  readonly inputs: readonly { readonly id: string }[];
  readonly idProperty?: string | undefined;
  readonly archived?: boolean | undefined;
}

type Result = { readonly status: 200; readonly body: RecordBatch } | { readonly status: 207; readonly body: RecordBatchWithErrors };

export async function batchRead(type: ObjectType, reading: Reading, { store, now }: Context): Promise<Result> {
  const { inputs, idProperty, archived = false } = reading;
  const values = [...new Set(inputs.map(({ id }) => id))];
  const found = await recordsByValue(store.records, type.typeId, idProperty, values);
  for (const [value, record] of found) if (!isShown(record, archived, now)) found.delete(value);
  const records = [...new Map([...found.values()].map((record) => [record.id, record])).values()];
  const wanted = await requestedProperties(store.records, type.typeId, reading);
  const batch: RecordBatch = { ...completed(now), results: records.map((record) => crmRecordOf(record, wanted)) };
  const ids = values.filter((value) => !found.has(value));
  if (ids.length === 0) return { status: 200, body: batch };
  return { status: 207, body: { ...batch, numErrors: 1, errors: [missingRecords(type, ids)] } };
}

/** A single error, which lists all missing records (behaviour.md, 4). */
export function missingRecords({ plural, typeId }: ObjectType, ids: string[]): StandardError {
  const name = plural === typeId ? "records" : plural.replaceAll("_", " ");
  return {
    status: "404",
    category: "OBJECT_NOT_FOUND",
    message: `Some ${name} were not found.`,
    context: { ids },
    errors: [],
    links: {},
  };
}
