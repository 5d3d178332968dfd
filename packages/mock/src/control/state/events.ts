import type { EventDefinition } from "@crm-platform/types";
import type { AccountState } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { noObject } from "../../handlers/eventDefinitions/primaryObjects.ts";
import { objectTypeOfEvent } from "../../handlers/eventOccurrences/links.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { EventUuid, StoredOccurrence } from "../../store/events/eventStore.ts";
import type { Findings } from "./problems.ts";

interface EventData {
  readonly occurrences: readonly StoredOccurrence[];
  readonly uuids: readonly EventUuid[];
}

/** @param kept the account's own definitions, which the state may replace */
export function readEvents(state: AccountState, kept: readonly EventDefinition[], findings: Findings): EventData {
  const { eventOccurrences = [], eventUuids = [] } = state;
  const definitions = new Map([...kept, ...(state.eventDefinitions ?? [])].map((definition) => [definition.name, definition]));
  findings.twice(
    eventOccurrences.map(({ id }) => id),
    (index) => `eventOccurrences[${index}].id`,
  );
  const occurrences = eventOccurrences.map(({ id, event, objectId, occurredAt, properties = {} }, index): StoredOccurrence => {
    const field = `eventOccurrences[${index}]`;
    const definition = definitions.get(event);
    if (!definition || definition.primaryObject === noObject || definition.archived) {
      findings.add(`${field}.event`, "reference", "the name of a current event definition that has a primary object");
    }
    const objectType = definition ? objectTypeOfEvent(definition) : "";
    return { id: Number(id), event, objectType, objectId, occurredAt: findings.moment(occurredAt, `${field}.occurredAt`), properties };
  });
  const uuids = eventUuids.map(({ event, uuid, receivedAt }, index): EventUuid => {
    const field = `eventUuids[${index}]`;
    if (!definitions.has(event)) findings.add(`${field}.event`, "reference", "the name of an event definition of the account");
    return { event, uuid, receivedAt: findings.moment(receivedAt, `${field}.receivedAt`) };
  });
  findings.twice(
    uuids.map(({ event, uuid }) => `${event} ${uuid}`),
    (index) => `eventUuids[${index}]`,
  );
  return { occurrences, uuids };
}

export async function writeEvents({ events }: AccountStore, { occurrences, uuids }: EventData): Promise<void> {
  if (occurrences.length > 0) await events.put(occurrences);
  if (uuids.length > 0) await events.putUuids(uuids);
}

export async function shownEvents({ events }: AccountStore): Promise<Pick<AccountState, "eventOccurrences" | "eventUuids">> {
  const eventOccurrences = (await events.list()).map(({ id, event, objectId, occurredAt, properties }) => ({
    id: String(id),
    event,
    objectId,
    occurredAt: timestampOf(occurredAt),
    properties,
  }));
  const eventUuids = (await events.listUuids()).map(({ receivedAt, ...uuid }) => ({ ...uuid, receivedAt: timestampOf(receivedAt) }));
  return { ...(eventOccurrences.length > 0 ? { eventOccurrences } : {}), ...(eventUuids.length > 0 ? { eventUuids } : {}) };
}
