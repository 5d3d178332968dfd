import type { MeetingBatch, MeetingBatchWithErrors } from "@crm-platform/types";
import { invalidRequest } from "../contract/errors/rejection.ts";
import type { RecordStore, StoredRecord } from "../store/store.ts";
import { completed } from "./common/batch.ts";
import { problemOf } from "./common/problems.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { meetingOf, requestedProperties } from "./meetings/meetingOf.ts";
import { typeIdOf } from "./records/objectTypes.ts";
import { isGone } from "./records/recyclingBin.ts";

const meetingType = typeIdOf("meetings");

export const meetings: HandlersOfArea<"meetings"> = {
  "meetings.batchRead": {
    kind: "reads",
    async run({ query, body }, { store, now }) {
      const values = [...new Set(body.inputs.map((input) => input.id))];
      const found = await recordsByValue(store.records, body.idProperty, values);
      for (const [value, record] of found) {
        if (!isShown(record, query.archived ?? false, now)) found.delete(value);
      }
      const records = [...found.values()];
      const wanted = await requestedProperties(store.records, meetingType, body, records);
      const batch: MeetingBatch = { ...completed(now), results: records.map((record) => meetingOf(record, wanted)) };
      if (found.size === values.length) return { status: 200, body: batch };
      return {
        status: 207,
        body: withMissing(
          batch,
          values.filter((value) => !found.has(value)),
        ),
      };
    },
  },
};

async function recordsByValue(records: RecordStore, property: string | undefined, values: string[]): Promise<Map<string, StoredRecord>> {
  if (property === undefined || property === "hs_object_id") {
    const found = await records.find(meetingType, values);
    return new Map(found.map((record) => [record.id, record]));
  }
  const definitions = await records.properties(meetingType);
  if (!definitions.some(({ name, unique }) => unique && name === property)) throw notUnique(property);
  const found = await records.findByUnique(meetingType, property, values);
  return new Map(found.map(({ value, record }) => [value, record]));
}

function isShown(record: StoredRecord, archived: boolean, now: number): boolean {
  return archived ? record.archivedAt !== null && !isGone(record, now) : record.archivedAt === null;
}

function notUnique(property: string): Error {
  return invalidRequest([problemOf("idProperty", "unique", "must name a property whose values are unique", property)]);
}

/** Adds a single error, which lists all missing records (behaviour.md, 4). */
function withMissing(batch: MeetingBatch, ids: string[]): MeetingBatchWithErrors {
  const error = {
    status: "404",
    category: "OBJECT_NOT_FOUND",
    message: "Some meetings were not found.",
    context: { ids },
    errors: [],
    links: {},
  };
  return { ...batch, numErrors: 1, errors: [error] };
}
