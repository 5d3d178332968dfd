import type { TestResponse } from "../behavior/platform.ts";
import type { CommandOf } from "./commands.ts";
import { described, type Send } from "./described.ts";

const meetings = "/crm/objects/2026-03/meetings";

export function seedOf({ records }: CommandOf<"seed">, now: number): unknown {
  const byType: Record<string, unknown[]> = {};
  for (const { type, id, archived, name, reference } of records) {
    const property = { companies: "name", meetings: "hs_meeting_title", tickets: "subject" }[type] ?? "name";
    byType[type] ??= [];
    byType[type].push({
      id,
      ...(archived ? { archivedAt: new Date(now).toISOString() } : {}),
      properties: { ...(name ? { [property]: name } : {}), ...(reference ? { reference } : {}) },
    });
  }
  return { records: byType };
}

export async function createMeeting({ values }: CommandOf<"createMeeting">, call: Send): Promise<unknown> {
  return described(await call({ path: meetings, body: { properties: values } }), idOf);
}

export async function updateMeeting({ by, id, values }: CommandOf<"updateMeeting">, call: Send): Promise<unknown> {
  const query = by === "id" ? {} : { idProperty: by };
  return described(await call({ method: "PATCH", path: `${meetings}/${id}`, query, body: { properties: values } }), idOf);
}

export async function writeMeetings({ action, by, traced, inputs: given }: CommandOf<"writeMeetings">, call: Send): Promise<unknown> {
  const inputs = given.map(({ id, values }, index) => ({
    ...(action === "create" ? {} : { id, ...(by === "id" ? {} : { idProperty: by }) }),
    ...(traced ? { objectWriteTraceId: `${index}` } : {}),
    properties: values,
  }));
  return described(await call({ path: `${meetings}/batch/${action}`, body: { inputs } }), ({ body: { results, errors = [] } }) => {
    const contexts: { ids?: string[]; objectWriteTraceId?: string[] }[] = errors.map(({ context }: { context: object }) => context);
    return {
      results: results.map((one: { id: string; new?: boolean }) => ({ id: one.id, ...(one.new === undefined ? {} : { isNew: one.new }) })),
      failed: contexts.flatMap(({ objectWriteTraceId = [] }) => objectWriteTraceId.map(Number)),
      missing: contexts.flatMap(({ ids = [], objectWriteTraceId }) => (objectWriteTraceId ? [] : ids)),
    };
  });
}

export async function archive(objectType: string, id: string, call: Send): Promise<unknown> {
  return described(await call({ method: "DELETE", path: `/crm/objects/2026-03/${objectType}/${id}` }));
}

export async function archiveMeetings({ ids }: CommandOf<"archiveMeetings">, call: Send): Promise<unknown> {
  return described(await call({ path: `${meetings}/batch/archive`, body: { inputs: ids.map((id) => ({ id })) } }));
}

export async function merge({ objectType, primary, merged }: CommandOf<"merge">, call: Send): Promise<unknown> {
  const body = { primaryObjectId: primary, objectIdToMerge: merged };
  return described(await call({ path: `/crm/objects/2026-03/${objectType}/merge`, body }), idOf);
}

function idOf({ body }: TestResponse): object {
  return { id: body.id };
}

export async function searchMeetings({ groups }: CommandOf<"searchMeetings">, call: Send): Promise<unknown> {
  const filterGroups = groups.map((group) => ({
    filters: group.map(({ property, operator, value }) => ({
      propertyName: property,
      operator,
      ...(operator.endsWith("IN") ? { values: [value] } : { value }),
    })),
  }));
  const body = { filterGroups, limit: 200 };
  return described(await call({ path: `${meetings}/search`, body }), ({ body: found }) => ({
    total: found.total,
    ids: found.results.map(({ id }: { id: string }) => id),
  }));
}

export async function readMeetings({ by, values, archived }: CommandOf<"readMeetings">, call: Send): Promise<unknown> {
  const idProperty = by === "id" ? {} : { idProperty: "reference" };
  const body = { inputs: values.map((id) => ({ id })), properties: ["hs_meeting_title"], propertiesWithHistory: [], ...idProperty };
  return described(await call({ path: `${meetings}/batch/read`, query: { archived }, body }), (response) => ({
    results: response.body.results.map((meeting: { id: string; archived: boolean; properties: Record<string, unknown> }) => ({
      id: meeting.id,
      archived: meeting.archived,
      title: meeting.properties["hs_meeting_title"] ?? null,
    })),
    missing: response.body.errors?.[0].context.ids ?? [],
  }));
}
