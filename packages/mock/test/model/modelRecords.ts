import type { CommandOf, MeetingValues, SearchFilter } from "./commands.ts";
import { moveLinks } from "./modelAssociations.ts";
import { type AccountModel, isCurrent, type Made, make, type RecordModel } from "./state.ts";

type Records = Map<string, RecordModel>;
type Values = RecordModel["values"];

const day = 86_400_000;
export const notFound = { status: 404, category: "OBJECT_NOT_FOUND" };
const conflict = { status: 409, category: "CONFLICT" };
const nameProperties: Readonly<Record<string, string>> = { companies: "name", meetings: "hs_meeting_title", tickets: "subject" };

export function seed({ state, now }: AccountModel, { records }: CommandOf<"seed">): unknown {
  const changed: Records = new Map();
  const seeded = records.map(({ type, id }) => `${type}/${id}`);
  records.forEach(({ type, archived, name, reference }, index) => {
    const names = name === undefined ? {} : { [nameProperties[type] ?? "name"]: [name] };
    const references = reference === undefined ? {} : { reference: [reference] };
    changed.set(seeded[index] as string, { archivedAt: archived ? now : null, values: { ...names, ...references } });
  });
  if (changed.size < seeded.length || takerIn(state.records, changed)) return { status: 400, category: "VALIDATION_ERROR" };
  store(state.records, changed);
  return { status: 204 };
}

export function createMeeting(account: AccountModel, { values }: CommandOf<"createMeeting">): unknown {
  const id = make(account);
  const changed = new Map([[keyOf(id), withValues({ archivedAt: null, values: {} }, values)]]);
  if (takerIn(account.state.records, changed)) return conflict;
  store(account.state.records, changed);
  return { status: 201, id };
}

export function updateMeeting({ state: { records } }: AccountModel, { by, id, values }: CommandOf<"updateMeeting">): unknown {
  const key = currentMeeting(records, by, id);
  if (key === undefined) return notFound;
  const changed = new Map([[key, withValues(records.get(key) as RecordModel, values)]]);
  if (takerIn(records, changed)) return conflict;
  store(records, changed);
  return { status: 200, id: idOf(key) };
}

/** With trace ids, inputs fail individually. Without them, one failed input fails the whole batch. */
export function writeMeetings(account: AccountModel, { action, by, traced, inputs }: CommandOf<"writeMeetings">): unknown {
  const { records } = account.state;
  const found = new Map(inputs.map(({ id }) => [id, action === "create" ? undefined : currentMeeting(records, by, id)]));
  const changed: Records = new Map();
  const missing = new Set<string>();
  const failed: number[] = [];
  const results: object[] = [];
  for (const [index, { id, values }] of inputs.entries()) {
    let key = found.get(id);
    const isNew = key === undefined && action !== "update";
    if (isNew) key = keyOf(make(account));
    if (key === undefined) {
      missing.add(id);
      continue;
    }
    const own = isNew ? { archivedAt: null, values: {} } : (changed.get(key) ?? (records.get(key) as RecordModel));
    const written = withValues(own, action === "upsert" ? { ...(isNew && { reference: id }), ...values } : values);
    if (isNew || written !== own) changed.set(key, written);
    if (traced) {
      const isTaken = takerIn(records, changed) !== undefined;
      if (!isTaken) store(records, changed);
      changed.clear();
      if (isTaken) {
        failed.push(index);
        continue;
      }
    }
    if (action === "upsert") found.set(id, key);
    results.push({ id: idOf(key), ...(action === "upsert" && { isNew }) });
  }
  if (takerIn(records, changed)) return conflict;
  store(records, changed);
  return batchOf(action === "create" ? 201 : 200, { results, failed, missing });
}

function batchOf(
  status: number,
  { results, failed, missing }: { readonly results: readonly object[]; readonly failed: readonly number[]; readonly missing: Set<string> },
): unknown {
  const isComplete = failed.length === 0 && missing.size === 0;
  return { status: isComplete ? status : 207, results, failed: new Set(failed), missing };
}

/** Values of archived records do not conflict. */
function takerIn(records: Records, changed: Records): string | undefined {
  const owners = new Map<string, string>();
  for (const [key, { values }] of changed) {
    const value = values["reference"]?.[0];
    if (!value) continue;
    if (owners.has(value)) return key;
    owners.set(value, key);
  }
  const others = [...records].filter(([key, { archivedAt }]) => archivedAt === null && !changed.has(key));
  return others.flatMap(([, { values }]) => owners.get(values["reference"]?.[0] ?? "") ?? [])[0];
}

function store(records: Records, changed: Records): void {
  const taken = [...changed.values()].map(({ values }) => values["reference"]?.[0]);
  for (const [key, record] of records) {
    const value = record.values["reference"]?.[0];
    if (record.archivedAt !== null && value && taken.includes(value)) records.set(key, withValues(record, { reference: "" }));
  }
  for (const [key, record] of changed) records.set(key, record);
}

function currentMeeting(records: Records, by: "id" | "reference", value: string): string | undefined {
  const meetings = [...records].filter(([key, { archivedAt }]) => key.startsWith("meetings/") && archivedAt === null);
  return meetings.find(([key, { values }]) => (by === "id" ? key === `meetings/${value}` : values["reference"]?.[0] === value))?.[0];
}

export function withValues(record: RecordModel, values: MeetingValues | Readonly<Record<string, string>>): RecordModel {
  const changes = Object.entries(values).filter(([name, value]) => value !== (record.values[name]?.[0] ?? ""));
  if (changes.length === 0) return record;
  const histories = changes.map(([name, value]) => [name, [value, ...(record.values[name] ?? [])]]);
  return { ...record, values: { ...record.values, ...Object.fromEntries(histories) } };
}

export function archive({ state, now }: AccountModel, key: string): unknown {
  const record = state.records.get(key);
  if (!record || isGone(record, now)) return notFound;
  state.records.set(key, { ...record, archivedAt: record.archivedAt ?? now });
  return { status: 204 };
}

export function archiveMeetings(account: AccountModel, { ids }: CommandOf<"archiveMeetings">): unknown {
  for (const id of ids) if (isCurrent(account, `meetings/${id}`)) archive(account, `meetings/${id}`);
  return { status: 204 };
}

/** The remaining record keeps its own values. It takes over the associations of the merged record, and the values that it lacks itself. */
export function merge(account: AccountModel, { objectType, primary, merged }: CommandOf<"merge">): unknown {
  if (primary === merged) return { status: 400, category: "VALIDATION_ERROR" };
  const { records, links } = account.state;
  const [keptKey, goneKey] = [`${objectType}/${primary}`, `${objectType}/${merged}`];
  if (!isCurrent(account, keptKey) || !isCurrent(account, goneKey)) return notFound;
  const [kept, gone] = [records.get(keptKey) as RecordModel, records.get(goneKey) as RecordModel];
  const lacking = Object.entries(gone.values).filter(([name]) => !kept.values[name]?.[0]);
  const ids = [...mergedIds(kept.values), ...mergedIds(gone.values), merged];
  const taken = { ...Object.fromEntries(lacking.map(([name, [value = ""]]) => [name, value])), hs_merged_object_ids: ids.join(";") };
  const cleared = Object.fromEntries(Object.keys(gone.values).map((name) => [name, ""]));
  const inherited = Object.fromEntries(lacking.filter(([name]) => !kept.values[name]));
  records.set(keptKey, withValues({ ...kept, values: { ...kept.values, ...inherited } }, taken));
  records.set(
    goneKey,
    withValues({ ...gone, archivedAt: Date.parse("0000-01-01T00:00:00Z") }, { ...cleared, hs_merged_into_object_id: primary }),
  );
  moveLinks(links, objectType, merged, primary);
  account.state.occurrences = account.state.occurrences.map((one) => (one.contact === goneKey ? { ...one, contact: keptKey } : one));
  return { status: 200, id: primary };
}

function mergedIds(values: Values): string[] {
  return values["hs_merged_object_ids"]?.[0]?.split(";").filter((id) => id !== "") ?? [];
}

export function readMeetings({ state, now }: AccountModel, { by, values, archived }: CommandOf<"readMeetings">): unknown {
  const wanted = [...new Set(values)];
  const meetings = [...state.records].filter(([key]) => key.startsWith("meetings/"));
  const found = wanted.flatMap((value) => {
    const meeting = meetings.find(([key, record]) =>
      by === "id" ? key === `meetings/${value}` : record.values["reference"]?.[0] === value,
    );
    if (!meeting || isGone(meeting[1], now) || (meeting[1].archivedAt !== null) !== archived) return [];
    const title = meeting[1].values["hs_meeting_title"]?.[0] || null;
    return [{ value, result: { id: idOf(meeting[0]), archived, title } }];
  });
  const missing = wanted.filter((value) => !found.some((one) => one.value === value));
  return { status: missing.length > 0 ? 207 : 200, results: new Set(found.map(({ result }) => result)), missing: new Set(missing) };
}

export function searchMeetings({ state }: AccountModel, { groups }: CommandOf<"searchMeetings">): unknown {
  const current = [...state.records].filter(([key, { archivedAt }]) => key.startsWith("meetings/") && archivedAt === null);
  const found = current.filter(
    ([, record]) => groups.length === 0 || groups.some((group) => group.every((filter) => meets(record, filter))),
  );
  return { status: 200, total: found.length, ids: new Set(found.map(([key]) => idOf(key))) };
}

function meets({ values }: RecordModel, { property, operator, value }: SearchFilter): boolean {
  // Values are compared in lower case. `IN` and `NOT_IN` do not convert the filter's value, so capital letters in it never match.
  const own = values[property]?.[0]?.toLowerCase() || undefined;
  const wanted = value.toLowerCase();
  switch (operator) {
    case "EQ":
    case "CONTAINS_TOKEN":
      return own === wanted;
    case "NEQ":
    case "NOT_CONTAINS_TOKEN":
      return own !== wanted;
    case "IN":
      return own === value;
    case "NOT_IN":
      return own !== value;
    case "LT":
      return own !== undefined && own < wanted;
    case "GTE":
      return own !== undefined && own >= wanted;
    case "HAS_PROPERTY":
      return own !== undefined;
    case "NOT_HAS_PROPERTY":
      return own === undefined;
  }
}

export function contactWithEmail(records: Records, email: string): string | undefined {
  const wanted = email.trim().toLowerCase();
  return [...records].find(([key, { values }]) => key.startsWith("contacts/") && values["email"]?.[0] === wanted)?.[0];
}

/** Returns the key of the current record, or of the record that it was merged into. */
export function remainingKey(records: Records, key: string): string | undefined {
  const record = records.get(key);
  if (record?.archivedAt === null) return key;
  const [into] = record?.values["hs_merged_into_object_id"] ?? [];
  return into && remainingKey(records, key.replace(/[^/]*$/, into));
}

function isGone({ archivedAt }: RecordModel, now: number): boolean {
  return archivedAt !== null && now >= archivedAt + 90 * day;
}

export function keyOf({ made }: Made): string {
  return `meetings/#${made}`;
}

export function createdMeetings({ records }: AccountModel["state"]): Made[] {
  return [...records.keys()].filter((key) => key.startsWith("meetings/#")).map((key) => idOf(key) as Made);
}

/** The model does not know the real id of a record that the platform created. */
export function idOf(key: string): string | Made {
  const id = key.replace(/^\w+\//, "");
  return id.startsWith("#") ? { made: Number(id.slice(1)) } : id;
}
