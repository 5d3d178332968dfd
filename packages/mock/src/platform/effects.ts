import type { AssociationEffect, Effects, RecordEffect } from "../http/serve.ts";
import type { Change } from "../store/accountStore.ts";
import type { Link } from "../store/associations/associationStore.ts";
import { historyOf, type StoredRecord } from "../store/records/recordStore.ts";

/** The journal mentions only the first effects, because a batch may change thousands of records. */
const maxEffects = 100;
const maxProperties = 50;

export function effectsOf(changes: readonly Change[]): Effects {
  const records: RecordEffect[] = [];
  const associations = new Map<string, AssociationEffect>();
  const deliveries: number[] = [];
  const emails: number[] = [];
  for (const change of changes) {
    if (change.kind === "record" && records.length <= maxEffects) records.push(...effectOfRecord(change));
    if (change.kind === "link" && associations.size <= maxEffects) addLink(associations, change.link, change.isRemoved);
    if (change.kind === "delivery") deliveries.push(change.number);
    if (change.kind === "email") emails.push(change.number);
  }
  const lists = { records, associations: [...associations.values()], deliveries, emails };
  const isIncomplete = Object.values(lists).some((list) => list.length > maxEffects);
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    ...Object.fromEntries(filled.map(([name, list]) => [name, list.slice(0, maxEffects)])),
    ...(isIncomplete ? { isIncomplete } : {}),
  };
}

function effectOfRecord({ before, after }: Extract<Change, { kind: "record" }>): RecordEffect[] {
  const record = { objectType: after.objectType, id: after.id };
  if (!before) return [{ ...record, change: "created" }];
  const properties = changedProperties(before, after);
  const hasMoved = (before.archivedAt === null) !== (after.archivedAt === null);
  if (!hasMoved && properties.length === 0) return [];
  const change = !hasMoved ? "changed" : after.archivedAt === null ? "restored" : "archived";
  return [{ ...record, change, properties }];
}

function changedProperties(before: StoredRecord, after: StoredRecord): string[] {
  const names: string[] = [];
  for (const name of Object.keys(after.properties)) {
    if (names.length === maxProperties) break;
    if ((historyOf(after, name)[0]?.value ?? "") !== (historyOf(before, name)[0]?.value ?? "")) names.push(name);
  }
  return names;
}

/** Mentions an association once, although the store has a link for each direction and type. */
function addLink(associations: Map<string, AssociationEffect>, { fromType, fromId, toType, toId }: Link, isRemoved: boolean): void {
  const change = isRemoved ? "deleted" : "created";
  const [from, to] = [`${fromType}/${fromId}`, `${toType}/${toId}`];
  if (!associations.has(`${change} ${to} ${from}`)) associations.set(`${change} ${from} ${to}`, { fromType, fromId, toType, toId, change });
}
