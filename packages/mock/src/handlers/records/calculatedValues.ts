import type { Pipeline } from "@crm-platform/types";
import { propertiesIn, rollUpsIn } from "../../contract/builtInProperties.ts";
import type { AccountProfile, AccountStore } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import { type CalculatedValues, calculatedSource, historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { comparedNumber } from "../../store/values.ts";
import { defaultAssociationTypes } from "../associations/associationTypes.ts";
import { defaultDetails } from "../common/defaultDetails.ts";
import { timestampOf } from "../common/timestamps.ts";
import { type CalculatedProperty, calculatedProperties, fieldProperties } from "./builtInProperties.ts";
import { isDetailed } from "./definitions.ts";
import { type FormulaContext, isTrue } from "./formulas.ts";
import { knownType, typeIdOf } from "./objectTypes.ts";
import { pipelinesFor } from "./pipelineValues.ts";
import { normalValue } from "./propertyValues.ts";

/** The time on the account's clock, and the settings on which values depend. */
interface Settings {
  readonly now: number;
  readonly profile: Pick<AccountProfile, "companyCurrency">;
}

/** The account in which values are calculated. */
export interface Calculating extends Settings {
  readonly store: Pick<AccountStore, "records" | "associations" | "documents">;
}

/** The settings for values that depend only on the record. */
interface OwnSettings extends Settings {
  readonly pipelines: readonly Pipeline[];
}

/** Returns the names that belong to calculated properties. An account's own property of such a name is not calculated. */
export async function calculatedNames(
  { records }: Pick<AccountStore, "records">,
  objectType: string,
  names: readonly string[],
): Promise<string[]> {
  const calculated = calculatedProperties(objectType);
  const selected = names.filter((name) => calculated.has(name));
  if (selected.length === 0) return [];
  const stored = await records.properties(objectType, selected);
  const own = new Set(stored.filter((property) => isDetailed(property) && property.archivedAt === undefined).map(({ name }) => name));
  return selected.filter((name) => !own.has(name));
}

/** Adds calculated values to records as the newest versions of their properties. */
export async function withCalculatedValues(
  records: readonly StoredRecord[],
  names: readonly string[],
  calculating: Calculating,
): Promise<StoredRecord[]> {
  const [first] = records;
  if (!first || names.length === 0) return [...records];
  const calculated = await calculatedValues(first.objectType, records, names, calculating);
  return records.map((record, index) => withVersions(record, calculated[index]?.values ?? new Map()));
}

/** Adds values as the newest versions, unless they are stored. */
function withVersions(record: StoredRecord, values: ReadonlyMap<string, string>): StoredRecord {
  const versions = [...values].flatMap(([name, value]) => {
    const stored = historyOf(record, name);
    if (stored[0]?.value === value) return [];
    return [[name, [{ value, timestamp: record.updatedAt, sourceType: calculatedSource }, ...stored]] as const];
  });
  return versions.length === 0 ? record : { ...record, properties: { ...record.properties, ...Object.fromEntries(versions) } };
}

/** Returns the values of properties for each record, without those that are empty. */
export async function calculatedValues(
  objectType: string,
  records: readonly StoredRecord[],
  names: readonly string[],
  calculating: Calculating,
): Promise<CalculatedValues[]> {
  const { store, now, profile } = calculating;
  const sources = [...new Set(names.flatMap((name) => [...dependenciesOf(objectType, name).sources]))].map((source) =>
    selectionOf(objectType, source),
  );
  const types = new Set([objectType, ...sources.flatMap(({ toTypes }) => toTypes)]);
  const pipelines = new Map<string, readonly Pipeline[]>();
  for (const type of types) pipelines.set(type, await pipelinesFor(knownType(type), store.documents));
  const links = await linksOf(objectType, records, types, sources, store);
  const results: CalculatedValues[] = [];
  for (const chunk of chunksOf(records, links)) {
    const others = await currentRecords(chunk, links, store);
    for (const record of chunk) {
      let changesAt: number | undefined;
      const noteChange = (time: number) => {
        changesAt = Math.min(time, changesAt ?? time);
      };
      const contextFor = (one: StoredRecord, associated: FormulaContext["associated"]) =>
        contextOf(one, { now, profile, pipelines: pipelines.get(one.objectType) ?? [], associated, changesAt: noteChange });
      const own = links.get(record.id) ?? [];
      const context = contextFor(record, (source) =>
        linked(own, selectionOf(objectType, source), others).map((other) => contextFor(other, () => [])),
      );
      results.push({ values: valuesIn(context, names), changesAt });
    }
  }
  return results;
}

function valuesIn({ currentValue }: FormulaContext, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = currentValue(name);
    if (value !== "") values.set(name, value);
  }
  return values;
}

type Evaluation = OwnSettings & Pick<FormulaContext, "associated" | "changesAt">;

/** A value that a seed or a request has set takes the place of the calculated one. */
function contextOf(record: StoredRecord, { now, profile, pipelines, associated, changesAt }: Evaluation): FormulaContext {
  const { objectType } = record;
  const rows = calculatedProperties(objectType);
  const fields = fieldProperties(objectType);
  const results = new Map<string, string>();
  const context: FormulaContext = {
    objectType,
    now,
    companyCurrency: profile.companyCurrency ?? defaultDetails.companyCurrency,
    associated,
    changesAt,
    versionsOf: (name) => historyOf(record, name),
    stageOf: (pipeline, stage) => {
      const inPipeline = pipelines.find(({ id }) => id === pipeline)?.stages.find(({ id }) => id === stage);
      return inPipeline ?? pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stage);
    },
    currentValue: (name) => {
      const field = fields.get(name);
      if (field) return field === "id" ? record.id : timestampOf(record[field]);
      const stored = historyOf(record, name)[0]?.value;
      if (stored) return stored;
      const earlier = results.get(name);
      if (earlier !== undefined) return earlier;
      const property = rows.get(name);
      if (!property) return "";
      const result = property.compute(context);
      const value = result === undefined ? "" : valueOfType(property.type, result);
      results.set(name, value);
      return value;
    },
  };
  return context;
}

function valueOfType(type: string | undefined, result: string): string {
  if (type === "bool") return String(isTrue(result));
  // A number can be a time.
  if (type === "number") return Number.isNaN(Number(result)) ? String(comparedNumber(result) ?? result) : result;
  if (type === "datetime") return /^\d+$/.test(result) ? timestampOf(Number(result)) : result;
  return normalValue({ type }, result);
}

const initialValues = new WeakMap<ReadonlyMap<string, CalculatedProperty>, { fixed: ReadonlyMap<string, string>; others: string[] }>();

/** Returns the values of a new record without associations. Those that do not depend on its properties are calculated only once. */
export function valuesOfNew(record: StoredRecord, settings: OwnSettings): Map<string, string> {
  const properties = calculatedProperties(record.objectType);
  let initial = initialValues.get(properties);
  if (!initial) {
    const isFixed = (name: string) => {
      const { properties: operands, sources } = dependenciesOf(record.objectType, name);
      return operands.size === 0 && (sources.size > 0 || properties.get(name)?.isConstant === true);
    };
    const [fixed = [], others = []] = [true, false].map((wanted) => [...properties.keys()].filter((name) => isFixed(name) === wanted));
    initial = { fixed: ownValues({ ...record, properties: {} }, fixed, settings), others };
    initialValues.set(properties, initial);
  }
  const values = ownValues(record, initial.others, settings);
  for (const [name, value] of initial.fixed) values.set(name, value);
  return values;
}

/** Returns the values that depend only on the record. */
export function ownValues(record: StoredRecord, names: readonly string[], settings: OwnSettings): Map<string, string> {
  const context = contextOf(record, { ...settings, associated: () => [], changesAt: () => undefined });
  return valuesIn(context, names);
}

/** Returns the calculated properties whose values a write of properties can change. Roll-ups are not among them. */
export function dependentNames(objectType: string, written: readonly string[]): string[] {
  const dependents: string[] = [];
  for (const { name, isConstant } of calculatedProperties(objectType).values()) {
    if (isConstant) continue;
    const { properties, sources } = dependenciesOf(objectType, name);
    if (sources.size === 0 && written.some((one) => properties.has(one))) dependents.push(name);
  }
  return dependents;
}

/** Returns the names of the calculated properties that do not depend on other records. */
export function ownNames(objectType: string, names: Iterable<string>): string[] {
  return [...names].filter((name) => dependenciesOf(objectType, name).sources.size === 0);
}

/**
 * Returns the properties whose stored values a write replaces with calculated ones. A value that a seed or a request has set applies until a
 * write changes the calculated value.
 */
export async function replacedNames(
  before: StoredRecord,
  after: StoredRecord,
  calculating: OwnSettings & Pick<Calculating, "store">,
): Promise<string[]> {
  const { objectType } = before;
  const calculated = calculatedProperties(objectType);
  const isKept = (name: string) =>
    calculated.has(name) && historyOf(before, name)[0]?.value && before.properties[name] === after.properties[name];
  const changed = ownNames(objectType, Object.keys(before.properties).filter(isKept)).filter((name) => {
    const [former, value] = [before, after].map((record) => ownValues(without(record, name), [name], calculating).get(name));
    return value !== undefined && value !== former;
  });
  return calculatedNames(calculating.store, objectType, changed);
}

function without(record: StoredRecord, name: string): StoredRecord {
  const { [name]: _, ...properties } = record.properties;
  return { ...record, properties };
}

interface Selection {
  readonly source: string;
  readonly toTypes: readonly string[];
  /** Selects the links of one association type. */
  readonly typeId?: number;
}

const selections = new Map<string, Selection>();

/** @param source names object types or an association type */
function selectionOf(objectType: string, source: string): Selection {
  const key = `${objectType} ${source}`;
  const earlier = selections.get(key);
  if (earlier) return earlier;
  const type = defaultAssociationTypes.all.find(({ fromType, name }) => fromType === objectType && name === source);
  const selection = type ? { source, toTypes: [type.toType], typeId: type.id } : { source, toTypes: source.split(" ").map(typeIdOf) };
  selections.set(key, selection);
  return selection;
}

interface Dependencies {
  /** The properties from which a value is calculated, also by way of other properties. */
  readonly properties: ReadonlySet<string>;
  /** The sources of the roll-ups from which it is calculated. */
  readonly sources: ReadonlySet<string>;
}

const dependencies = new WeakMap<CalculatedProperty, Dependencies>();

function dependenciesOf(objectType: string, name: string): Dependencies {
  const property = calculatedProperties(objectType).get(name);
  if (!property) return { properties: new Set(), sources: new Set() };
  const earlier = dependencies.get(property);
  if (earlier) return earlier;
  const own = propertiesIn(property.formula);
  const inner = own.map((operand) => dependenciesOf(objectType, operand));
  const all = {
    properties: new Set([...own, ...inner.flatMap(({ properties }) => [...properties])]),
    sources: new Set([...rollUpsIn(property.formula).map(([, source]) => source), ...inner.flatMap(({ sources }) => [...sources])]),
  };
  dependencies.set(property, all);
  return all;
}

type LinksById = ReadonlyMap<string, readonly Link[]>;

async function linksOf(
  objectType: string,
  records: readonly StoredRecord[],
  types: ReadonlySet<string>,
  selected: readonly Selection[],
  { associations }: Calculating["store"],
): Promise<LinksById> {
  const ids = records.map(({ id }) => id);
  const links: Link[] = [];
  const toTypes = new Set(selected.flatMap((selection) => selection.toTypes));
  for (const toType of toTypes) if (types.has(toType)) links.push(...(await associations.from(objectType, ids, toType)));
  return Map.groupBy(links, ({ fromId }) => fromId);
}

// The associated records of a chunk are in memory together.
const maxLinks = 5_000;

function* chunksOf(records: readonly StoredRecord[], links: LinksById): Generator<StoredRecord[]> {
  let chunk: StoredRecord[] = [];
  let count = 0;
  for (const record of records) {
    const own = links.get(record.id)?.length ?? 0;
    if (chunk.length > 0 && count + own > maxLinks) {
      yield chunk;
      [chunk, count] = [[], 0];
    }
    chunk.push(record);
    count += own;
  }
  yield chunk;
}

/** Returns the records that are not archived, by type and id. */
async function currentRecords(
  records: readonly StoredRecord[],
  links: LinksById,
  { records: all }: Calculating["store"],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const ends = records.flatMap(({ id }) => links.get(id) ?? []);
  const current = new Map<string, StoredRecord>();
  for (const [toType, ofType] of Map.groupBy(ends, (link) => link.toType)) {
    const ids = [...new Set(ofType.map(({ toId }) => toId))];
    for (const record of await all.find(toType, ids)) if (record.archivedAt === null) current.set(`${toType} ${record.id}`, record);
  }
  return current;
}

function linked(links: readonly Link[], { toTypes, typeId }: Selection, current: ReadonlyMap<string, StoredRecord>): StoredRecord[] {
  const selected = links.filter((link) => toTypes.includes(link.toType) && (typeId === undefined || link.typeId === typeId));
  // Two records may be associated by several types.
  return [...new Set(selected.map(({ toType, toId }) => `${toType} ${toId}`))].flatMap((key) => current.get(key) ?? []);
}
