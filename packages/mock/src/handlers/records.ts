import { associateWithinLimits } from "./associations/limits.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { accessedType } from "./records/access.ts";
import { archiveRecord } from "./records/archive.ts";
import { newAssociations, withAssociations } from "./records/associations.ts";
import { batchRead } from "./records/batchRead.ts";
import { crmRecordOf, requestedProperties, writtenProperties } from "./records/crmRecord.ts";
import { pathRecord } from "./records/find.ts";
import { archivedSince } from "./records/recyclingBin.ts";
import { searchRecords } from "./records/search.ts";
import { newRecord, rejectInvalidNames, storeRecord, withValues } from "./records/values.ts";

const defaultLimit = 10;

export const records: HandlersOfArea<"records"> = {
  "records.list": {
    kind: "reads",
    async run({ path, query }, context) {
      const type = accessedType(path.objectType, "read", context);
      const { store, now } = context;
      const { limit = defaultLimit, after = "0", archived = false } = query;
      const only = archived ? { archivedAfter: archivedSince(now) } : "current";
      const found = await store.records.page(type.typeId, Number(after) - 1, limit + 1, only);
      const shown = found.slice(0, limit);
      const wanted = await requestedProperties(store.records, type.typeId, query, shown);
      const results = await withAssociations(
        type,
        shown.map((record) => crmRecordOf(record, wanted)),
        query.associations,
        store,
      );
      const next = found[limit];
      return { status: 200, body: next ? { results, paging: { next: { after: next.id } } } : { results } };
    },
  },
  "records.create": {
    kind: "writes",
    async run({ path, body: { properties, associations = [] } }, context) {
      const type = accessedType(path.objectType, "write", context);
      rejectInvalidNames(properties);
      const { store } = context;
      const others = await newAssociations(type, associations, store);
      const record = await newRecord(type.typeId, properties, context);
      await storeRecord(record, context);
      await associateWithinLimits(
        store,
        others.map((other) => ({ ...other, fromId: record.id })),
      );
      return { status: 201, body: crmRecordOf(record, writtenProperties(properties)) };
    },
  },
  "records.get": {
    kind: "reads",
    async run({ path, query }, context) {
      const type = accessedType(path.objectType, "read", context);
      const { store } = context;
      const record = await pathRecord(store.records, type, path.recordId, { ...query, now: context.now });
      const wanted = await requestedProperties(store.records, type.typeId, query, [record]);
      const [body] = await withAssociations(type, [crmRecordOf(record, wanted)], query.associations, store);
      return { status: 200, body: body ?? crmRecordOf(record, wanted) };
    },
  },
  "records.update": {
    kind: "writes",
    async run({ path, query, body: { properties } }, context) {
      const type = accessedType(path.objectType, "write", context);
      rejectInvalidNames(properties);
      const record = await pathRecord(context.store.records, type, path.recordId, { ...query, now: context.now });
      const changed = withValues(record, properties, context);
      if (changed !== record) await storeRecord(changed, context);
      return { status: 200, body: crmRecordOf(changed, writtenProperties(properties)) };
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
    // A search adds pending writes to the index first.
    kind: "writes",
    async run({ path, body }, context) {
      return { status: 200, body: await searchRecords(accessedType(path.objectType, "read", context), body, context) };
    },
  },
  "records.batchRead": {
    kind: "reads",
    run: ({ path, query, body }, context) => batchRead(accessedType(path.objectType, "read", context), { ...query, ...body }, context),
  },
};
