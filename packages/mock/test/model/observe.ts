import { kinds } from "./kinds.ts";

// biome-ignore lint/suspicious/noExplicitAny: the model checks the content of a snapshot.
type Snapshot = Readonly<Record<string, any>>;

export function observedState(snapshot: Snapshot): Readonly<Record<string, unknown>> {
  const { records = {}, associations = [], sendIds = [], sentEmails = [], smtpTokens = [], broadcasts = [] } = snapshot;
  return {
    records: Object.entries<Snapshot[]>(records).flatMap(([type, ofType]) => ofType.map((record) => recordOf(type, record))),
    links: associations.map(linkOf),
    sendIds: sendIds.map(({ sendId, result, statusId, requestedAt }: Snapshot) => ({
      ...{ sendId, result: result["sendResult"], event: result["eventId"]?.id },
      ...{ statusId, requestedAt },
    })),
    outbox: sentEmails.map(({ emailId, message, result }: Snapshot) => ({ emailId, to: message["to"], event: result["eventId"]?.id })),
    smtp: smtpTokens.map(({ userName, campaignName, deleted }: Snapshot) => ({ userName, campaign: campaignName, isDeleted: deleted })),
    ...observedEvents(snapshot),
    broadcasts: broadcasts.map(({ broadcastGuid, status }: Snapshot) => ({ guid: broadcastGuid, is: status })),
  };
}

function observedEvents(snapshot: Snapshot): Readonly<Record<string, unknown>> {
  const { eventDefinitions = [], eventOccurrences = [], eventUuids = [], eventUsage = [], userTokens = [] } = snapshot;
  return {
    // An account can contain event definitions that were created in another account, and must not reuse their ids.
    eventIds: new Set(eventDefinitions.map(({ id }: Snapshot) => id)).size,
    events: eventDefinitions.map(({ name, id, labels, description, archived }: Snapshot) => ({
      ...{ name, id, label: labels["singular"], description },
      isDeleted: archived,
    })),
    occurrences: eventOccurrences.map(({ id, event, objectId, occurredAt }: Snapshot) => ({
      ...{ id, event, contact: objectId },
      occurredAt: Date.parse(occurredAt),
    })),
    uuids: eventUuids.map(({ event, uuid, receivedAt }: Snapshot) => `${event} ${uuid} ${Date.parse(receivedAt)}`),
    usage: eventUsage.map(({ month, count }: Snapshot) => `${month} ${count}`),
    userTokens: userTokens.map(({ utk, contactId }: Snapshot) => ({ utk, contact: contactId })),
  };
}

function recordOf(type: string, { id, archivedAt, properties }: Snapshot): unknown {
  const values = Object.fromEntries(
    Object.entries<string | Snapshot[]>(properties).map(([name, value]) => [
      name,
      typeof value === "string" ? [value] : value.map((one) => one["value"]),
    ]),
  );
  return { type, id, archivedAt: archivedAt === undefined ? null : Date.parse(archivedAt), values };
}

/** The model stores each association in one direction only. */
function linkOf({ from, to, type }: Snapshot): string {
  const [start, end] = [from, to].map((side: string) => side.replace(/.*\//, ""));
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind.name === type) return `${name} ${start} ${end}`;
    if (kind.backName === type) return `${name} ${end} ${start}`;
  }
  return `${type} ${from} ${to}`;
}
