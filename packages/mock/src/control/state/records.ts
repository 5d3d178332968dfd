import { invalidRequest } from "../../contract/refusal.ts";
import type { AccountState, RecordState, ValueWithTimestamp } from "../../generated/control/schemas.ts";
import { contactEmail, contactType, emailProperty } from "../../handlers/contacts.ts";
import { objectTypeOf } from "../../handlers/objectTypes.ts";
import { timestampOf } from "../../handlers/timestamps.ts";
import { type AccountStore, type PropertyVersion, type StoredRecord, UniqueValueTaken } from "../../store/store.ts";
import type { Findings } from "./problems.ts";

/** Where the values come from that a state gives without a history. */
const seeded = "IMPORT";

/** The records of a state, by type id. */
export function readRecords(state: AccountState, now: number, findings: Findings): Map<string, StoredRecord[]> {
  const byType = new Map<string, StoredRecord[]>();
  for (const [name, records] of Object.entries(state.records ?? {})) {
    const field = `records.${name}`;
    const type = findings.objectType(name, field);
    if (!type) continue;
    const own = records.map((record, index) => readRecord(record, type.typeId, now, { findings, field: `${field}[${index}]` }));
    const all = [...(byType.get(type.typeId) ?? []), ...own];
    findings.twice(
      all.map((record) => record.id),
      (index) => `${field}[${index}].id`,
    );
    byType.set(type.typeId, all);
  }
  return byType;
}

/** @throws Refusal when two records would have one unique value */
export async function writeRecords(account: AccountStore, records: ReadonlyMap<string, readonly StoredRecord[]>): Promise<void> {
  for (const ofType of records.values()) await account.records.put(ofType);
}

/** Tells a unique value that is taken as the fault of a state. */
export function uniqueRefusal(error: unknown): unknown {
  if (!(error instanceof UniqueValueTaken)) return error;
  const field = `records.${objectTypeOf(error.objectType)?.plural ?? error.objectType}`;
  return invalidRequest([
    { in: field, code: "unique", message: `${field} must not have one value of ${error.property} twice: it is unique` },
  ]);
}

/** The records of an account, by the plural of their type. */
export function shownRecords(records: readonly StoredRecord[]): Record<string, RecordState[]> {
  const shown: Record<string, RecordState[]> = {};
  for (const record of records) {
    const name = objectTypeOf(record.objectType)?.plural ?? record.objectType;
    shown[name] ??= [];
    shown[name].push(shownRecord(record));
  }
  return shown;
}

interface Place {
  readonly findings: Findings;
  readonly field: string;
}

function readRecord(record: RecordState, objectType: string, now: number, { findings, field }: Place): StoredRecord {
  const { id, createdAt, updatedAt, archivedAt } = record;
  if (!/^[1-9]\d{0,14}$/.test(id)) findings.add(`${field}.id`, "pattern", "a number of at most 15 digits, as text");
  const created = createdAt === undefined ? now : findings.moment(createdAt, `${field}.createdAt`);
  const properties = Object.fromEntries(
    Object.entries(record.properties ?? {}).map(([name, value]) => {
      findings.name(name, `${field}.properties`);
      const versions = readVersions(value, created, { findings, field: `${field}.properties.${name}` });
      const isEmail = objectType === contactType && name === emailProperty;
      return [name, isEmail ? versions.map((version) => ({ ...version, value: contactEmail(version.value) })) : versions];
    }),
  );
  const newest = Math.max(created, ...Object.values(properties).map((versions) => versions[0]?.timestamp ?? created));
  return {
    objectType,
    id,
    createdAt: created,
    updatedAt: updatedAt === undefined ? newest : findings.moment(updatedAt, `${field}.updatedAt`),
    archivedAt: archivedAt === undefined ? null : findings.moment(archivedAt, `${field}.archivedAt`),
    properties,
  };
}

function readVersions(value: string | readonly ValueWithTimestamp[], created: number, { findings, field }: Place): PropertyVersion[] {
  if (typeof value === "string") return [{ value, timestamp: created, sourceType: seeded }];
  const versions = value.map(({ timestamp, ...version }, index) => ({
    value: version.value,
    timestamp: findings.moment(timestamp, `${field}[${index}].timestamp`),
    sourceType: version.sourceType,
    ...(version.sourceId === undefined ? {} : { sourceId: version.sourceId }),
    ...(version.sourceLabel === undefined ? {} : { sourceLabel: version.sourceLabel }),
    ...(version.updatedByUserId === undefined ? {} : { updatedByUserId: version.updatedByUserId }),
  }));
  // A history begins with the newest value, in whatever order it is written down; of one moment the first counts as newer.
  return versions.sort((one, other) => other.timestamp - one.timestamp);
}

function shownRecord({ id, createdAt, updatedAt, archivedAt, properties }: StoredRecord): RecordState {
  const names = Object.keys(properties).sort();
  return {
    id,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    ...(archivedAt === null ? {} : { archivedAt: timestampOf(archivedAt) }),
    properties: Object.fromEntries(names.map((name) => [name, shownVersions(properties[name] ?? [], createdAt)])),
  };
}

function shownVersions(versions: readonly PropertyVersion[], createdAt: number): string | ValueWithTimestamp[] {
  const [only, ...others] = versions;
  const isPlain =
    only && others.length === 0 && only.timestamp === createdAt && only.sourceType === seeded && Object.keys(only).length === 3;
  return isPlain ? only.value : versions.map(({ timestamp, ...version }) => ({ ...version, timestamp: timestampOf(timestamp) }));
}
