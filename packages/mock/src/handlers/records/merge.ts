import type { CrmRecord, RecordMergeInput } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { additionalEmailsProperty, contactType, emailProperty } from "../../store/records/contacts.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { associate } from "../associations/associate.ts";
import { associationTypesOf, bothDirections } from "../associations/associationTypes.ts";
import { invalidValue } from "../common/problems.ts";
import { moveMemberships } from "../lists/stored.ts";
import { crmRecordsOf, requestedProperties } from "./crmRecord.ts";
import { definitionsOf } from "./definitions.ts";
import { isShown, notFound } from "./find.ts";
import { mergedAt, mergedIdsProperty, mergedIntoProperty } from "./mergedRecords.ts";
import { companyType, type ObjectType } from "./objectTypes.ts";
import { pipelinePair } from "./pipelineValues.ts";
import type { Values } from "./propertyValues.ts";
import { conflictOf, putRecords, withValues } from "./values.ts";
import { keepingLaterStage, lifecycleStageOf } from "./writtenValues.ts";

const maxMerges = 250;

/** The remaining record takes the merged record's associations, event occurrences and id, and the values that it lacks itself. */
export async function mergeRecords(type: ObjectType, input: RecordMergeInput, context: Context): Promise<CrmRecord> {
  const { store, now } = context;
  const { primaryObjectId, objectIdToMerge } = input;
  if (primaryObjectId === objectIdToMerge) {
    throw invalidValue("objectIdToMerge", "sameRecord", "must not be the id of the primary record", objectIdToMerge);
  }
  const records = (await store.records.find(type.typeId, [primaryObjectId, objectIdToMerge])).filter((record) =>
    isShown(record, false, now),
  );
  const [primary, mergedRecord] = [primaryObjectId, objectIdToMerge].map((id) => records.find((record) => record.id === id));
  if (!primary || !mergedRecord)
    throw notFound(type, [...(primary ? [] : ["primaryObjectId"]), ...(mergedRecord ? [] : ["objectIdToMerge"])]);
  const ids = [...mergedIdsOf(primary), ...mergedIdsOf(mergedRecord), mergedRecord.id];
  if (ids.length > maxMerges) {
    throw new Rejection("MERGE_LIMIT_EXCEEDED", `At most ${maxMerges} records can be merged into one.`);
  }
  const { record, movedProperties } = withTakenValues(type, primary, mergedRecord, ids, context);
  const whole = await withLaterStage(record, mergedRecord, context);
  // The id stays in use. Clearing the values releases the unique ones and keeps the history.
  const clearedValues = Object.fromEntries(Object.keys(mergedRecord.properties).map((name) => [name, ""]));
  const rest = withValues({ ...mergedRecord, archivedAt: mergedAt }, { ...clearedValues, [mergedIntoProperty]: primary.id }, context);
  try {
    await store.records.put([rest]);
    await putRecords([whole], context);
  } catch (error) {
    throw conflictOf(error);
  }
  store.addChange({ kind: "merge", objectType: type.typeId, primaryId: primary.id, mergedId: mergedRecord.id, movedProperties });
  await moveAssociations(type, mergedRecord.id, primary.id, context);
  await moveMemberships(type.typeId, mergedRecord.id, primary.id, store);
  await store.events.move(type.typeId, mergedRecord.id, primary.id);
  const selection = await requestedProperties(store, type.typeId, {});
  const values = [...new Set([...selection.values, mergedIdsProperty])].sort();
  const [result] = await crmRecordsOf([whole], { ...selection, values }, context);
  return result as CrmRecord;
}

/** The later lifecycle stage of the two records remains. */
async function withLaterStage(record: StoredRecord, mergedRecord: StoredRecord, context: Context): Promise<StoredRecord> {
  const stage = lifecycleStageOf(mergedRecord);
  const definitions = await definitionsOf(context.store.records, record.objectType, Object.keys(stage));
  return withValues(record, keepingLaterStage(definitions, stage, record), context, true);
}

/** Takes over the earlier creation time, and a value with its history if the primary record has no history for the property. */
function withTakenValues(type: ObjectType, primary: StoredRecord, mergedRecord: StoredRecord, ids: readonly string[], context: Context) {
  const lacks = (name: string) => !historyOf(primary, name)[0]?.value;
  // A stage is valid only in its pipeline, so the two values are never taken from different records.
  const ownPair = pipelinePair(type).some((name) => !lacks(name)) ? pipelinePair(type) : [];
  const missing = Object.keys(mergedRecord.properties).filter((name) => lacks(name) && !ownPair.includes(name));
  const values = missing.map((name) => [name, historyOf(mergedRecord, name)[0]?.value ?? ""] as const);
  const histories = missing.filter((name) => historyOf(primary, name).length === 0).map((name) => [name, historyOf(mergedRecord, name)]);
  const createdAt = Math.min(primary.createdAt, mergedRecord.createdAt);
  const primaryWithHistories = { ...primary, createdAt, properties: { ...primary.properties, ...Object.fromEntries(histories) } };
  const newValues = { ...Object.fromEntries(values), ...additionalEmails(type, primary, mergedRecord), [mergedIdsProperty]: ids.join(";") };
  return { record: withValues(primaryWithHistories, newValues, context), movedProperties: values.length };
}

function mergedIdsOf(record: StoredRecord): string[] {
  return listIn(record, mergedIdsProperty);
}

/** Adds the merged contact's addresses to those of the remaining contact. */
function additionalEmails({ typeId }: ObjectType, primary: StoredRecord, mergedRecord: StoredRecord): Values {
  if (typeId !== contactType) return {};
  const [email, mergedEmail] = [primary, mergedRecord].map((contact) => historyOf(contact, emailProperty)[0]?.value);
  const former = listIn(primary, additionalEmailsProperty);
  const own = new Set(email ? former.concat(email) : former);
  const otherEmails = [...(email && mergedEmail ? [mergedEmail] : []), ...listIn(mergedRecord, additionalEmailsProperty)];
  const all = [...former, ...new Set(otherEmails.filter((address) => !own.has(address)))];
  return otherEmails.length === 0 ? {} : { [additionalEmailsProperty]: all.join(";") };
}

function listIn(record: StoredRecord, property: string): string[] {
  return (historyOf(record, property)[0]?.value ?? "").split(";").filter((value) => value !== "");
}

/** Keeps the remaining record's primary company. Deletes associations between the two records. Limits do not apply. */
async function moveAssociations({ typeId }: ObjectType, fromId: string, toId: string, { store }: Context): Promise<void> {
  const { associations } = store;
  const types = await associationTypesOf(store.documents);
  const otherTypes = new Set((await associations.kinds(typeId, fromId)).map(({ toType }) => toType));
  for (const otherType of otherTypes) {
    const own = await associations.from(typeId, [toId], otherType);
    const ownTypes = otherType === companyType ? new Set(own.map((link) => link.typeId)) : new Set<number>();
    const former = (await associations.from(typeId, [fromId], otherType)).flatMap((link) => {
      const type = types.withId(link.typeId);
      return type ? [{ type, otherId: link.toId }] : [];
    });
    await associations.remove(former.flatMap(({ type, otherId }) => bothDirections(type, fromId, otherId)));
    const moves = former.filter(({ otherId }) => otherType !== typeId || otherId !== toId);
    const pairs = moves.map(({ type, otherId }) => {
      const plain = type.unlabeled !== undefined && ownTypes.has(type.id) ? types.withId(type.unlabeled) : undefined;
      return { type: plain ?? type, fromId: toId, toId: otherId };
    });
    await associate(associations, pairs);
  }
}
