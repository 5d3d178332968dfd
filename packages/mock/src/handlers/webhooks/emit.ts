import type { WebhookEvent } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { Ids } from "../../platform/ids.ts";
import type { AccountStore, Change } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import type { StoredWebhookSubscription } from "../../store/documents/documents.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { type AssociationTypes, associationTypesOf, defaultAssociationTypes, isToPrimary } from "../associations/associationTypes.ts";
import { calculatedProperties } from "../records/builtInProperties.ts";
import { calculatedNames, ownNames, ownValues } from "../records/calculatedValues.ts";
import { knownType, objectTypeOf } from "../records/objectTypes.ts";
import { pipelinesFor } from "../records/pipelineValues.ts";

export interface Emission {
  readonly now: number;
  readonly changeSource: "CRM_UI" | "INTEGRATION";
  /** The id of the user or the app that makes the change. */
  readonly sourceId: number;
}

export function emissionBy({ now, caller: { app, userId } }: Pick<Context, "now" | "caller">): Emission {
  return app ? { now, changeSource: "INTEGRATION", sourceId: app.appId } : { now, changeSource: "CRM_UI", sourceId: userId };
}

/** The part of an event that does not depend on the subscription. */
interface Trigger {
  readonly kind: string;
  /** Absent for custom events. */
  readonly typeId?: string;
  readonly propertyName?: string;
  readonly eventTypeName?: string;
  readonly objectId?: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The maximum number of events in a delivery. */
const maxEvents = 100;

/** Runs a part of a transaction. In the same transaction, adds webhook deliveries for the changes. */
export async function emitting<Result>(account: AccountStore, emission: Emission, work: () => Promise<Result>): Promise<Result> {
  const subscriptions = account.subscriptions.filter(({ active }) => active);
  if (subscriptions.length === 0) return work();
  const allChanges = account.collectChanges();
  const earlier = allChanges.length;
  const result = await work();
  const changes = allChanges.slice(earlier);
  if (changes.length > 0) await emit(account, subscriptions, changes, emission);
  return result;
}

async function emit(
  account: AccountStore,
  subscriptions: readonly StoredWebhookSubscription[],
  changes: readonly Change[],
  emission: Emission,
): Promise<void> {
  const { documents, deliveries } = account;
  const hasLinks = changes.some(({ kind }) => kind === "link");
  const types = hasLinks ? await associationTypesOf(documents) : defaultAssociationTypes;
  const triggers = [
    ...triggersIn(changes, types),
    ...(await calculatedChanges(account, subscribedProperties(subscriptions), changes, emission.now)),
  ];
  const ids = new Ids("", account);
  const events: WebhookEvent[] = [];
  for (const one of triggers) {
    for (const subscription of subscriptions) {
      if (!matches(subscription, one)) continue;
      events.push(eventOf(one, subscription, { ...emission, accountId: account.accountId, eventId: await ids.number() }));
    }
  }
  for (const [appId, ofApp] of Map.groupBy(events, (event) => event.appId)) {
    for (let start = 0; start < ofApp.length; start += maxEvents) {
      const number = await account.nextNumber();
      await deliveries.add({ number, appId, events: ofApp.slice(start, start + maxEvents) });
      account.addChange({ kind: "delivery", number });
    }
  }
}

function matches({ eventType, propertyName, objectTypeId, eventTypeName }: StoredWebhookSubscription, trigger: Trigger): boolean {
  const [object, kind] = eventType.split(".");
  if (kind !== trigger.kind || propertyName !== trigger.propertyName || eventTypeName !== trigger.eventTypeName) return false;
  if (trigger.typeId === undefined) return object === "event";
  return object === "object" ? objectTypeId === trigger.typeId : objectTypeOf(trigger.typeId)?.singular === object;
}

function eventOf(
  { objectId, fields }: Trigger,
  { id, appId, eventType, objectTypeId }: StoredWebhookSubscription,
  { accountId, eventId, now, changeSource, sourceId }: Emission & { readonly accountId: number; readonly eventId: number },
): WebhookEvent {
  return {
    eventId,
    subscriptionId: Number(id),
    portalId: accountId,
    appId,
    occurredAt: now,
    subscriptionType: eventType,
    attemptNumber: 0,
    ...(objectTypeId === undefined ? {} : { objectTypeId }),
    ...(objectId === undefined ? {} : { objectId }),
    changeSource,
    sourceId: String(sourceId),
    ...fields,
  } as WebhookEvent;
}

function triggersIn(changes: readonly Change[], types: AssociationTypes): Trigger[] {
  const merges = changes.filter((change) => change.kind === "merge");
  const isMerged = ({ objectType, id }: StoredRecord) => merges.some((merge) => merge.objectType === objectType && merge.mergedId === id);
  return changes.flatMap((change): Trigger[] => {
    if (change.kind === "record") return isMerged(change.after) ? [] : changesOfRecord(change.before, change.after);
    if (change.kind === "link") return [changeOfLink(change.link, change.isRemoved, types)];
    if (change.kind === "merge") return [mergeOf(change)];
    return change.kind === "occurrence" ? [completionOf(change)] : [];
  });
}

function completionOf({ event, objectId }: Extract<Change, { kind: "occurrence" }>): Trigger {
  return {
    kind: "completed",
    eventTypeName: event,
    objectId: Number(objectId),
    fields: { eventTypeName: event },
  };
}

function subscribedProperties(subscriptions: readonly StoredWebhookSubscription[]): string[] {
  return subscriptions.flatMap(({ propertyName }) => propertyName ?? []);
}

/** Returns the changes of calculated values of the changed records. Roll-ups emit no events (assumed). */
async function calculatedChanges(
  account: AccountStore,
  subscribed: readonly string[],
  changes: readonly Change[],
  now: number,
): Promise<Trigger[]> {
  const triggers: Trigger[] = [];
  for (const change of changes) {
    if (change.kind !== "record" || !change.before || change.before.archivedAt !== null || change.after.archivedAt !== null) continue;
    const { before, after } = change;
    const { objectType } = after;
    const calculated = ownNames(objectType, new Set(subscribed.filter((name) => calculatedProperties(objectType).has(name))));
    const names = await calculatedNames(account, objectType, calculated);
    if (names.length === 0) continue;
    const pipelines = await pipelinesFor(knownType(objectType), account.documents);
    // A write of a record does not change values that depend only on the account.
    const [former, current] = [before, after].map((record) => ownValues(record, names, { now, pipelines, profile: {} }));
    for (const name of names) {
      const propertyValue = current?.get(name) ?? "";
      if (propertyValue !== (former?.get(name) ?? "")) triggers.push(propertyChange(after, name, propertyValue));
    }
  }
  return triggers;
}

function propertyChange({ objectType, id }: StoredRecord, propertyName: string, propertyValue: string): Trigger {
  return {
    kind: "propertyChange",
    typeId: objectType,
    objectId: Number(id),
    propertyName,
    fields: { propertyName, propertyValue },
  };
}

/** The properties of a new record do not count as changed, and changes to archived records emit no events. */
function changesOfRecord(before: StoredRecord | undefined, after: StoredRecord): Trigger[] {
  const of = (kind: string, fields = {}): Trigger => ({ kind, typeId: after.objectType, objectId: Number(after.id), fields });
  if (!before) return after.archivedAt === null ? [of("creation", { changeFlag: "CREATED" })] : [];
  if (after.archivedAt !== null) return before.archivedAt === null ? [of("deletion", { changeFlag: "DELETED" })] : [];
  const restoration = before.archivedAt === null ? [] : [of("restore")];
  const propertyChanges = Object.entries(after.properties).flatMap(([propertyName, [newest]]) => {
    const propertyValue = newest?.value ?? "";
    if (propertyValue === (historyOf(before, propertyName)[0]?.value ?? "")) return [];
    return calculatedProperties(after.objectType).has(propertyName) ? [] : [propertyChange(after, propertyName, propertyValue)];
  });
  return [...restoration, ...propertyChanges];
}

function changeOfLink({ fromType, fromId, typeId, toType, toId }: Link, associationRemoved: boolean, types: AssociationTypes): Trigger {
  const type = types.withId(typeId);
  const name = type?.name ?? `${knownType(fromType).singular}_to_${knownType(toType).singular}`;
  return {
    kind: "associationChange",
    typeId: fromType,
    fields: {
      associationType: name.toUpperCase(),
      fromObjectId: Number(fromId),
      toObjectId: Number(toId),
      associationRemoved,
      isPrimaryAssociation: type !== undefined && isToPrimary(type),
    },
  };
}

function mergeOf({ objectType, primaryId, mergedId, movedProperties }: Extract<Change, { kind: "merge" }>): Trigger {
  const objectId = Number(primaryId);
  return {
    kind: "merge",
    typeId: objectType,
    objectId,
    fields: {
      primaryObjectId: objectId,
      mergedObjectIds: [Number(mergedId)],
      newObjectId: objectId,
      numberOfPropertiesMoved: movedProperties,
    },
  };
}
