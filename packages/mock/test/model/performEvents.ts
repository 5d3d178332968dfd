import type { TestAccount, TestResponse } from "../behavior/platform.ts";
import type { CommandOf } from "./commands.ts";
import { described, type Send } from "./described.ts";

const definitions = "/events/2026-03/event-definitions";

export async function defineEvent({ label, name, noObject }: CommandOf<"defineEvent">, call: Send): Promise<unknown> {
  const body = { label, name, includeDefaultProperties: false, ...(noObject ? { primaryObject: "NO_OBJECT" } : {}) };
  return described(await call({ path: definitions, body }), (response) => ({
    ...eventOf(response),
    fullyQualifiedName: response.body.fullyQualifiedName,
  }));
}

export async function updateEvent({ name, label, description }: CommandOf<"updateEvent">, call: Send): Promise<unknown> {
  return described(await call({ method: "PATCH", path: `${definitions}/${name}`, body: { label, description } }), eventOf);
}

export async function deleteEvent({ name }: CommandOf<"deleteEvent">, call: Send): Promise<unknown> {
  return described(await call({ method: "DELETE", path: `${definitions}/${name}` }));
}

function eventOf({ body }: TestResponse): object {
  return { name: body.name, id: body.id, label: body.labels.singular, description: body.description };
}

export async function sendOccurrences(
  { single, inputs }: CommandOf<"sendOccurrences">,
  { accountId }: TestAccount,
  now: number,
  call: Send,
): Promise<unknown> {
  const occurrences = inputs.map(({ event, after, ...identity }) => ({
    ...identity,
    eventName: `pe${accountId}_${event}`,
    properties: {},
    ...(after === undefined ? {} : { occurredAt: new Date(now + after).toISOString() }),
  }));
  if (single) return described(await call({ path: "/events/2026-03/send", body: occurrences[0] }));
  return described(await call({ path: "/events/2026-03/send/batch", body: { inputs: occurrences } }));
}

export async function readOccurrences(
  { event, objectId, email, ascending, limit, pages }: CommandOf<"readOccurrences">,
  { accountId }: TestAccount,
  call: Send,
): Promise<unknown> {
  const query = {
    ...(event === undefined ? {} : { eventType: `pe${accountId}_${event}` }),
    ...(objectId === undefined && email === undefined ? {} : { objectType: "CONTACT" }),
    ...(objectId === undefined ? {} : { objectId }),
    ...(email === undefined ? {} : { "objectProperty.email": email }),
    ...(ascending ? { sort: "occurredAt" } : {}),
    limit,
  };
  const read: object[][] = [];
  let cursor = {};
  for (;;) {
    const response = await call({ path: "/events/event-occurrences/2026-03", query: { ...query, ...cursor } });
    if (response.status !== 200) return described(response);
    read.push(response.body.results.map(occurrenceOf));
    const next = response.body.paging?.next;
    if (!next || read.length === pages) return { status: 200, pages: read, hasMore: next !== undefined };
    cursor = { after: next.after };
  }
}

function occurrenceOf({ id, eventType, objectId, occurredAt }: Readonly<Record<string, string>>): object {
  return { id, event: eventType?.replace(/^pe\d+_/, ""), contact: objectId, occurredAt: Date.parse(occurredAt ?? "") };
}
