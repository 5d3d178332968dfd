import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { AccountState, RecordState, ValueWithTimestamp } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { storedValue } from "../../handlers/records/find.ts";
import { type ObjectTypes, pluralOf } from "../../handlers/records/objectTypes.ts";
import { type PropertyVersion, type StoredRecord, UniqueValueTaken } from "../../store/records/recordStore.ts";
import type { Findings } from "./problems.ts";

const seeded = "IMPORT";

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

/** Converts `UniqueValueTaken` to a rejection that names the location in the state. Returns other errors unchanged. */
export function uniqueRejection(error: unknown, state: AccountState, typeNamed: ObjectTypes): unknown {
  if (!(error instanceof UniqueValueTaken)) return error;
  const { objectType, property, source, recordIds } = error;
  const [place, owner = "another record in the account"] = recordIds.map((id) => placeOf(objectType, id, state, typeNamed));
  if (place !== undefined) {
    const field = `${place}.properties.${source}`;
    return invalidRequest([{ in: field, code: "unique", message: `${field} must be unique: ${owner} has the same value` }]);
  }
  // The state makes a property unique, but existing records have the same value.
  const field = `records.${pluralOf(objectType)}`;
  return invalidRequest([
    { in: field, code: "unique", message: `${field} must not contain duplicate values of ${property}, because the property is unique` },
  ]);
}

/** Returns a location such as `records.contacts[0]`, or `undefined` if the state does not contain the record. */
export function placeOf(objectType: string, id: string, { records = {} }: AccountState, typeNamed: ObjectTypes): string | undefined {
  for (const [name, ofType] of Object.entries(records)) {
    const index = typeNamed(name)?.typeId === objectType ? ofType.findIndex((record) => record.id === id) : -1;
    if (index >= 0) return `records.${name}[${index}]`;
  }
  return undefined;
}

export function shownRecords(records: readonly StoredRecord[]): Record<string, RecordState[]> {
  const shown: Record<string, RecordState[]> = {};
  for (const record of records) {
    const name = pluralOf(record.objectType);
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
  if (!/^[1-9]\d{0,14}$/.test(id)) findings.add(`${field}.id`, "pattern", "a whole number of at most 15 digits, without leading zeros");
  const created = createdAt === undefined ? now : findings.moment(createdAt, `${field}.createdAt`);
  const properties = Object.fromEntries(
    Object.entries(record.properties ?? {}).map(([name, value]) => {
      findings.name(name, `${field}.properties.${name}`);
      const versions = readVersions(value, created, { findings, field: `${field}.properties.${name}` });
      return [name, versions.map((version) => ({ ...version, value: storedValue(objectType, name, version.value) }))];
    }),
  );
  // `Math.max(...)` cannot be used, because a record may have more properties than a call can have arguments.
  const newest = Object.values(properties).reduce((latest, versions) => Math.max(latest, versions[0]?.timestamp ?? latest), created);
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
  // The newest value comes first. The sort is stable, so values with the same timestamp keep their order.
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
  return isPlain ? only.value : versions.map(shownVersion);
}

function shownVersion({ timestamp, ...version }: PropertyVersion): ValueWithTimestamp {
  return { ...version, timestamp: timestampOf(timestamp) };
}
