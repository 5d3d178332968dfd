import type { CommandOf } from "./commands.ts";
import type { OccurrenceInput } from "./eventCommands.ts";
import { contactWithEmail, idOf, notFound, remainingKey } from "./modelRecords.ts";
import { type AccountModel, make, type OccurrenceModel, type State } from "./state.ts";

const year = 365 * 86_400_000;
const invalid = { status: 400, category: "VALIDATION_ERROR" };

export function defineEvent(account: AccountModel, { label, name: given, noObject }: CommandOf<"defineEvent">): unknown {
  const { events } = account.state;
  const name = given ?? label.toLowerCase().replace(" ", "_");
  if (events.has(name)) return { status: 409, category: "CONFLICT" };
  const id = make(account);
  events.set(name, { name, id, label, isDeleted: false, noObject });
  return { status: 201, name, id, label, fullyQualifiedName: `pe${account.accountId}_${name}` };
}

export function updateEvent({ state: { events } }: AccountModel, { name, label, description }: CommandOf<"updateEvent">): unknown {
  const event = events.get(name);
  if (!event || event.isDeleted) return notFound;
  const changed = { ...event, label: label ?? event.label, ...(description !== undefined && { description }) };
  events.set(name, changed);
  return { status: 201, name, id: changed.id, label: changed.label, description: changed.description };
}

export function deleteEvent({ state }: AccountModel, { name }: CommandOf<"deleteEvent">): unknown {
  const event = state.events.get(name);
  if (!event || event.isDeleted) return notFound;
  state.events.set(name, { ...event, isDeleted: true });
  state.occurrences = state.occurrences.filter((occurrence) => occurrence.event !== name);
  for (const key of state.uuids.keys()) if (key.startsWith(`${name} `)) state.uuids.delete(key);
  return { status: 204 };
}

/** One invalid occurrence causes the whole request to be rejected. */
export function sendOccurrences(account: AccountModel, { inputs }: CommandOf<"sendOccurrences">): unknown {
  const after = structuredClone(account);
  if (!inputs.every((input) => accept(after, input))) return invalid;
  Object.assign(account, after);
  return { status: 204 };
}

/** Returns `false` if the occurrence is invalid. */
function accept(account: AccountModel, input: OccurrenceInput): boolean {
  const { state, now } = account;
  const event = state.events.get(input.event);
  if (!event || event.isDeleted) return false;
  if (event.noObject && (input.objectId ?? input.email ?? input.utk) !== undefined) return false;
  if (input.uuid !== undefined) {
    const key = `${event.name} ${input.uuid}`;
    const first = state.uuids.get(key);
    if (first !== undefined && first >= now - year) return true;
    state.uuids.set(key, now);
  }
  const month = new Date(now).toISOString().slice(0, 7);
  state.usage.set(month, (state.usage.get(month) ?? 0) + 1);
  if (event.noObject) return true;
  const contact = contactOf(state, input);
  if (contact === undefined) return false;
  if (input.utk !== undefined) state.userTokens.set(input.utk, contact);
  state.occurrences.push({ id: make(account), event: event.name, contact, occurredAt: now + (input.after ?? 0) });
  return true;
}

function contactOf({ records, userTokens }: State, { objectId, email, utk }: OccurrenceInput): string | undefined {
  return (
    (objectId === undefined ? undefined : remainingKey(records, `contacts/${objectId}`)) ??
    (email === undefined ? undefined : contactWithEmail(records, email)) ??
    (utk === undefined ? undefined : remainingKey(records, userTokens.get(utk) ?? ""))
  );
}

export function readOccurrences(account: AccountModel, command: CommandOf<"readOccurrences">): unknown {
  const { event, objectId, email, ascending, limit, pages } = command;
  const { records, occurrences } = account.state;
  const found = occurrences.filter(
    (one) =>
      (event === undefined || one.event === event) &&
      (objectId === undefined || one.contact === remainingKey(records, `contacts/${objectId}`)) &&
      (email === undefined || one.contact === contactWithEmail(records, email)),
  );
  found.sort((one, other) => one.occurredAt - other.occurredAt);
  if (!ascending) found.reverse();
  const read = Math.min(pages, Math.max(1, Math.ceil(found.length / limit)));
  const shown = Array.from({ length: read }, (_, page) => found.slice(page * limit, (page + 1) * limit).map(shownOccurrence));
  return { status: 200, pages: shown, hasMore: found.length > read * limit };
}

function shownOccurrence({ id, event, contact, occurredAt }: OccurrenceModel): object {
  return { id, event, contact: idOf(contact), occurredAt };
}

export function shownEvents({ events, occurrences, uuids, usage, userTokens }: State): Readonly<Record<string, unknown>> {
  return {
    eventIds: events.size,
    events: new Set([...events.values()].map(({ noObject: _, ...event }) => event)),
    occurrences: occurrences.map(shownOccurrence),
    uuids: new Set([...uuids].map(([key, receivedAt]) => `${key} ${receivedAt}`)),
    usage: new Set([...usage].map(([month, count]) => `${month} ${count}`)),
    userTokens: new Set([...userTokens].map(([utk, contact]) => ({ utk, contact: idOf(contact) }))),
  };
}
