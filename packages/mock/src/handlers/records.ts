import type { RecordBatchWithErrors } from "@crm-platform/types";
import type { Problem } from "../contract/message.ts";
import type { AccountStore } from "../store/store.ts";
import { associateWithinLimits } from "./associations/limits.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { accessedType } from "./records/access.ts";
import { archiveRecord, archiveRecords } from "./records/archive.ts";
import { newAssociations, withAssociations } from "./records/associations.ts";
import { batchRead } from "./records/batchRead.ts";
import { batchCreate, batchUpdate, batchUpsert, type Written } from "./records/batchWrite.ts";
import { crmRecordOf, requestedProperties, writtenProperties } from "./records/crmRecord.ts";
import { definitionsOf } from "./records/definitions.ts";
import { pathRecord } from "./records/find.ts";
import { mergeRecords } from "./records/merge.ts";
import { knownType, type ObjectType } from "./records/objectTypes.ts";
import {
  pipelineProblems,
  pipelinesFor,
  rejectMissingProperties,
  requiredProblems,
  withDefaultPipeline,
} from "./records/pipelineValues.ts";
import { rejectInvalidValues, valueProblems } from "./records/propertyValues.ts";
import { archivedSince } from "./records/recyclingBin.ts";
import { searchRecords } from "./records/search.ts";
import { newRecord, storeRecord, withValues } from "./records/values.ts";

const defaultLimit = 10;

export const records: HandlersOfArea<"records"> = {
  "records.list": {
    kind: "readsTogether",
    async run({ path, query }, context) {
      const type = accessedType(path.objectType, "read", context);
      const { store, now } = context;
      const { limit = defaultLimit, after = "0", archived = false } = query;
      const only = archived ? { archivedAfter: archivedSince(now) } : "current";
      const found = await store.records.page(type.typeId, Number(after) - 1, limit + 1, only);
      const shown = found.slice(0, limit);
      const wanted = await requestedProperties(store.records, type.typeId, query);
      const results = await withAssociations(
        type,
        shown.map((record) => crmRecordOf(record, wanted)),
        query.associations,
        context,
      );
      const next = found[limit];
      return { status: 200, body: next ? { results, paging: { next: { after: next.id } } } : { results } };
    },
  },
  "records.create": {
    kind: "writes",
    async run({ path, body: { properties, associations = [] } }, context) {
      const type = accessedType(path.objectType, "write", context);
      const { store } = context;
      const values = withDefaultPipeline(type, properties);
      const wrongPipeline = pipelineProblems(type, await pipelinesFor(type, store.documents), values, undefined, "properties");
      await rejectInvalid(type, values, store, wrongPipeline);
      rejectMissingProperties(requiredProblems(type, values, "properties"));
      const others = await newAssociations(type, associations, context, "associations");
      const record = await newRecord(type.typeId, values, context);
      await storeRecord(record, context);
      await associateWithinLimits(
        store,
        others.map((other) => ({ ...other, fromId: record.id })),
      );
      return { status: 201, body: crmRecordOf(record, writtenProperties(values)) };
    },
  },
  "records.get": {
    kind: "readsTogether",
    async run({ path, query }, context) {
      const type = accessedType(path.objectType, "read", context);
      const { store } = context;
      const record = await pathRecord(store.records, type, path.recordId, { ...query, now: context.now });
      const wanted = await requestedProperties(store.records, type.typeId, query);
      const [body] = await withAssociations(type, [crmRecordOf(record, wanted)], query.associations, context);
      return { status: 200, body: body ?? crmRecordOf(record, wanted) };
    },
  },
  "records.update": {
    kind: "writes",
    async run({ path, query, body: { properties } }, context) {
      const type = accessedType(path.objectType, "write", context);
      await rejectInvalid(type, properties, context.store);
      const record = await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now });
      const values = withDefaultPipeline(type, properties, record);
      const pipelines = await pipelinesFor(type, context.store.documents);
      rejectInvalidValues(pipelineProblems(type, pipelines, values, record, "properties"));
      const changed = withValues(record, values, context);
      if (changed !== record) await storeRecord(changed, context);
      return { status: 200, body: crmRecordOf(changed, writtenProperties(values)) };
    },
  },
  "records.archive": {
    kind: "writes",
    async run({ path }, context) {
      await archiveRecord(accessedType(path.objectType, "write", context), path.recordId, context);
      return { status: 204 };
    },
  },
  "records.search": {
    // A search writes only to add pending changes to the index, and to update the database's statistics.
    kind: "readsIfPossible",
    async run({ path, body }, context) {
      return { status: 200, body: await searchRecords(accessedType(path.objectType, "read", context), body, context) };
    },
  },
  "records.batchRead": {
    kind: "reads",
    run: ({ path, query, body }, context) => batchRead(accessedType(path.objectType, "read", context), { ...query, ...body }, context),
  },
  "records.batchCreate": {
    kind: "writes",
    async run({ path, body }, context) {
      const { status, body: batch } = await batchCreate(accessedType(path.objectType, "write", context), body.inputs, context);
      return { status: status === "complete" ? 201 : 207, body: withoutNew(batch) };
    },
  },
  "records.batchUpdate": {
    kind: "writes",
    async run({ path, body }, context) {
      const { status, body: batch } = await batchUpdate(accessedType(path.objectType, "write", context), body.inputs, context);
      return { status: status === "complete" ? 200 : 207, body: withoutNew(batch) };
    },
  },
  "records.batchUpsert": {
    kind: "writes",
    async run({ path, body }, context) {
      const { status, body: batch } = await batchUpsert(accessedType(path.objectType, "write", context), body.inputs, context);
      return { status: status === "complete" ? 200 : 207, body: batch };
    },
  },
  "records.batchArchive": {
    kind: "writes",
    async run({ path, body }, context) {
      const type = accessedType(path.objectType, "write", context);
      await archiveRecords(type, new Set(body.inputs.map(({ id }) => id)), context);
      return { status: 204 };
    },
  },
  "records.mergeContacts": merging("contacts"),
  "records.mergeCompanies": merging("companies"),
  "records.mergeDeals": merging("deals"),
  "records.mergeTickets": merging("tickets"),
};

async function rejectInvalid(
  { typeId }: ObjectType,
  values: Readonly<Record<string, string>>,
  { records }: AccountStore,
  others: readonly Problem[] = [],
): Promise<void> {
  const definitions = await definitionsOf(records, typeId, Object.keys(values));
  rejectInvalidValues([...valueProblems(definitions, values, "properties"), ...others]);
}

function withoutNew({ results, ...batch }: Written["body"]): RecordBatchWithErrors {
  return { ...batch, results: results.map(({ new: _, ...record }) => record) };
}

function merging(name: string): HandlersOfArea<"records">["records.mergeContacts"] {
  return {
    kind: "writes",
    run: async ({ body }, context) => ({ status: 200, body: await mergeRecords(knownType(name), body, context) }),
  };
}
