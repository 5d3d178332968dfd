import type { CrmRecord, CrmRecordWithAssociations } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import type { StoredRecord } from "../store/records/recordStore.ts";
import { batchResponse } from "./common/batch.ts";
import { pagingOf } from "./common/paging.ts";
import { invalidValue } from "./common/problems.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { archiveRecord, archiveRecords } from "./records/archive.ts";
import { withAssociations } from "./records/associations.ts";
import { batchRead } from "./records/batchRead.ts";
import { batchCreate, batchWrite } from "./records/batchWrite.ts";
import { crmRecordsOf, limitHistories, type Requested, requestedProperties } from "./records/crmRecord.ts";
import { pathRecord } from "./records/find.ts";
import { mergeRecords } from "./records/merge.ts";
import { knownType, type ObjectType } from "./records/objectTypes.ts";
import { RecordWrites, type WrittenBatch } from "./records/recordWrites.ts";
import { archivedSince } from "./records/recyclingBin.ts";
import { accessedType } from "./records/scopes.ts";
import { searchRecords } from "./records/search.ts";

const defaultLimit = 10;
/** The built-in types whose records can be merged. */
const mergedTypes: readonly string[] = ["contacts", "companies", "deals", "tickets"];

const ofType = handlersWith(accessedType);

export const records: HandlersOfArea<"records"> = {
  "records.list": ofType("readsTogether", async (type, { query }, context) => {
    const { limit = defaultLimit, after = "0", archived = false } = query;
    limitHistories(query, "limit", limit);
    const only = archived ? { archivedAfter: archivedSince(context.now) } : "current";
    const storedRecords = await context.store.records.page(type.typeId, Number(after) - 1, limit + 1, only);
    const results = await shownRecords(type, storedRecords.slice(0, limit), query, context);
    return { status: 200, body: { results, ...pagingOf(storedRecords[limit]?.id) } };
  }),
  "records.create": ofType("writes", async (type, { body: { properties, associations = [] } }, context) => {
    const input = { properties, associations };
    const writes = new RecordWrites(type, context, [input], { isSingle: true });
    await writes.validate(input, properties);
    await writes.create(input, properties);
    return { status: 201, body: await storedRecord(writes) };
  }),
  "records.get": ofType("readsTogether", async (type, { path, query }, context) => {
    const record = await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now });
    const [body] = await shownRecords(type, [record], query, context);
    return { status: 200, body: body as CrmRecordWithAssociations };
  }),
  "records.update": ofType("writes", async (type, { path, query, body: { properties } }, context) => {
    const input = { properties };
    const writes = new RecordWrites(type, context, [input], { isSingle: true });
    await writes.validate(input, properties);
    writes.rejectInvalid();
    await writes.update(input, await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now }));
    return { status: 200, body: await storedRecord(writes) };
  }),
  "records.archive": ofType("writes", async (type, { path }, context) => {
    await archiveRecord(type, path.recordId, context);
    return { status: 204 };
  }),
  "records.search": ofType("reads", async (type, { body }, context) => {
    return { status: 200, body: await searchRecords(type, body, context) };
  }),
  "records.batchRead": ofType("reads", (type, { query, body }, context) => batchRead(type, { ...query, ...body }, context)),
  "records.batchCreate": ofType("writes", async (type, { body }, context) => {
    const batch = await batchCreate(type, body.inputs, context);
    return batchResponse(201, context.now, recordsOf(batch), batch.errors);
  }),
  "records.batchUpdate": ofType("writes", async (type, { body }, context) => {
    const batch = await batchWrite(type, body.inputs, context, false);
    return batchResponse(200, context.now, recordsOf(batch), batch.errors);
  }),
  "records.batchUpsert": ofType("writes", async (type, { body }, context) => {
    const { results, errors } = await batchWrite(type, body.inputs, context, true);
    const upserts = results.map(({ record, isNew }) => ({ ...record, new: isNew }));
    return batchResponse(200, context.now, upserts, errors);
  }),
  "records.batchArchive": ofType("writes", async (type, { body }, context) => {
    await archiveRecords(type, new Set(body.inputs.map(({ id }) => id)), context);
    return { status: 204 };
  }),
  "records.merge": ofType("writes", async (type, { path, body }, context) => {
    if (!type.schema && !mergedTypes.includes(type.plural)) {
      const expectation = `must be one of ${mergedTypes.join(", ")}, or a custom object type`;
      throw invalidValue("objectType", "objectType", expectation, path.objectType);
    }
    return { status: 200, body: await mergeRecords(type, body, context) };
  }),
  "records.mergeContacts": merging("contacts"),
  "records.mergeCompanies": merging("companies"),
  "records.mergeDeals": merging("deals"),
  "records.mergeTickets": merging("tickets"),
};

async function storedRecord(writes: RecordWrites): Promise<CrmRecord> {
  const [result] = (await writes.store()).results;
  if (!result) throw new Error("The record was not stored.");
  return result.record;
}

async function shownRecords(
  type: ObjectType,
  storedRecords: readonly StoredRecord[],
  query: Requested & { readonly associations?: readonly string[] },
  context: Context,
): Promise<CrmRecordWithAssociations[]> {
  const selection = await requestedProperties(context.store, type.typeId, query);
  const crmRecords = await crmRecordsOf(storedRecords, selection, context);
  return withAssociations(type, crmRecords, query.associations, context);
}

function recordsOf({ results }: WrittenBatch): CrmRecord[] {
  return results.map(({ record }) => record);
}

function merging(name: string): HandlersOfArea<"records">["records.mergeContacts"] {
  return {
    kind: "writes",
    run: async ({ body }, context) => ({ status: 200, body: await mergeRecords(knownType(name), body, context) }),
  };
}
