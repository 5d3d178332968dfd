import type { CrmRecord, CrmRecordWithAssociations } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import type { StoredRecord } from "../store/store.ts";
import { batchResponse } from "./common/batch.ts";
import { pagingOf } from "./common/paging.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { accessedType } from "./records/access.ts";
import { archiveRecord, archiveRecords } from "./records/archive.ts";
import { withAssociations } from "./records/associations.ts";
import { batchRead } from "./records/batchRead.ts";
import { batchCreate, batchUpdate, batchUpsert } from "./records/batchWrite.ts";
import { crmRecordOf, type Requested, requestedProperties } from "./records/crmRecord.ts";
import { pathRecord } from "./records/find.ts";
import { mergeRecords } from "./records/merge.ts";
import { knownType, type ObjectType } from "./records/objectTypes.ts";
import { RecordWrites, type Written } from "./records/recordWrites.ts";
import { archivedSince } from "./records/recyclingBin.ts";
import { searchRecords } from "./records/search.ts";

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
      const results = await shownRecords(type, shown, query, context);
      return { status: 200, body: { results, ...pagingOf(found[limit]?.id) } };
    },
  },
  "records.create": {
    kind: "writes",
    async run({ path, body: { properties, associations = [] } }, context) {
      const type = accessedType(path.objectType, "write", context);
      const input = { properties, associations };
      const writes = new RecordWrites(type, context, [input], { isSingle: true });
      await writes.validate(input, properties);
      await writes.create(input, properties);
      return { status: 201, body: await storedRecord(writes) };
    },
  },
  "records.get": {
    kind: "readsTogether",
    async run({ path, query }, context) {
      const type = accessedType(path.objectType, "read", context);
      const record = await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now });
      const [shown] = await shownRecords(type, [record], query, context);
      return { status: 200, body: shown as CrmRecordWithAssociations };
    },
  },
  "records.update": {
    kind: "writes",
    async run({ path, query, body: { properties } }, context) {
      const type = accessedType(path.objectType, "write", context);
      const input = { properties };
      const writes = new RecordWrites(type, context, [input], { isSingle: true });
      await writes.validate(input, properties);
      writes.rejectInvalid();
      await writes.update(input, await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now }));
      return { status: 200, body: await storedRecord(writes) };
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
      const written = await batchCreate(accessedType(path.objectType, "write", context), body.inputs, context);
      return batchResponse(201, context.now, recordsOf(written), written.errors);
    },
  },
  "records.batchUpdate": {
    kind: "writes",
    async run({ path, body }, context) {
      const written = await batchUpdate(accessedType(path.objectType, "write", context), body.inputs, context);
      return batchResponse(200, context.now, recordsOf(written), written.errors);
    },
  },
  "records.batchUpsert": {
    kind: "writes",
    async run({ path, body }, context) {
      const { results, errors } = await batchUpsert(accessedType(path.objectType, "write", context), body.inputs, context);
      const shown = results.map(({ record, isNew }) => ({ ...record, new: isNew }));
      return batchResponse(200, context.now, shown, errors);
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

async function storedRecord(writes: RecordWrites): Promise<CrmRecord> {
  const [written] = (await writes.store()).results;
  if (!written) throw new Error("The record was not stored.");
  return written.record;
}

async function shownRecords(
  type: ObjectType,
  found: readonly StoredRecord[],
  query: Requested & { readonly associations?: readonly string[] },
  context: Context,
): Promise<CrmRecordWithAssociations[]> {
  const wanted = await requestedProperties(context.store.records, type.typeId, query);
  const shown = found.map((record) => crmRecordOf(record, wanted));
  return withAssociations(type, shown, query.associations, context);
}

function recordsOf({ results }: Written): CrmRecord[] {
  return results.map(({ record }) => record);
}

function merging(name: string): HandlersOfArea<"records">["records.mergeContacts"] {
  return {
    kind: "writes",
    run: async ({ body }, context) => ({ status: 200, body: await mergeRecords(knownType(name), body, context) }),
  };
}
