import type { CrmRecord, Pipeline, RecordAssociationInput, StandardError } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { comparedNumber } from "../../store/values.ts";
import type { Pair } from "../associations/associate.ts";
import { associateWithinLimits } from "../associations/limits.ts";
import { batchError } from "../common/batch.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { ownerIdsOf } from "../owners.ts";
import { deletePrimaryCompany, newPairs, primaryAssociation, primaryCompanyProperty } from "./associations.ts";
import { missingRecords } from "./batchRead.ts";
import { calculatedProperties, idProperties, propertiesWithDefault } from "./builtInProperties.ts";
import { calculatedValues, dependentNames, ownValues, replacedNames, valuesOfNew } from "./calculatedValues.ts";
import { crmRecordOf, writtenProperties } from "./crmRecord.ts";
import { type Definitions, defineMissing, definitionsOf } from "./definitions.ts";
import { type ObjectType, pluralOf } from "./objectTypes.ts";
import { pipelinesFor, withPipeline } from "./pipelineValues.ts";
import {
  codesAboutNames,
  NameSuggestions,
  ownerProblems,
  propertyProblem,
  rejectInvalidValues,
  type Values,
  valueProblems,
} from "./propertyValues.ts";
import { conflictOf, newRecord, putRecords, withValues } from "./values.ts";
import { defaultValues, keepingLaterStage, normalValues } from "./writtenValues.ts";

export interface WriteInput {
  readonly id?: string | undefined;
  /** The unique property that identifies the record. Default: the id. */
  readonly idProperty?: string | undefined;
  readonly properties: Values;
  readonly associations?: readonly RecordAssociationInput[];
  readonly objectWriteTraceId?: string;
}

interface Write {
  readonly input: WriteInput;
  readonly recordId: string;
  readonly values: Values;
  /** The association that the values set or, with an empty id, delete. */
  readonly primaryCompany?: string | undefined;
  readonly isNew: boolean;
}

export interface WrittenBatch {
  readonly results: readonly { readonly record: CrmRecord; readonly isNew: boolean }[];
  readonly errors: StandardError[];
}

interface Mode {
  /** Whether inputs fail individually. By default, the request fails as a whole, and its error lists the problems of all inputs. */
  readonly isPartial?: boolean;
  /** Whether the only input is the body of the request, not an item of `inputs`. */
  readonly isSingle?: boolean;
}

export class RecordWrites {
  readonly isPartial: boolean;
  readonly #isSingle: boolean;
  readonly #type: ObjectType;
  readonly #context: Context;
  readonly #inputs: readonly WriteInput[];
  readonly #records = new Map<string, StoredRecord>();
  readonly #changedIds = new Set<string>();
  readonly #writes: Write[] = [];
  readonly #missing = new Set<string>();
  readonly #errors: StandardError[] = [];
  readonly #problems: Problem[] = [];
  readonly #suggestions: NameSuggestions;
  #definitions: Definitions | undefined;
  #ownerIds: ReadonlySet<string> | undefined;
  #pipelines: readonly Pipeline[] | undefined;

  constructor(type: ObjectType, context: Context, inputs: readonly WriteInput[], { isPartial = false, isSingle = false }: Mode) {
    this.isPartial = isPartial;
    this.#isSingle = isSingle;
    this.#type = type;
    this.#context = context;
    this.#inputs = inputs;
    this.#suggestions = new NameSuggestions(async () => (await definitionsOf(context.store.records, type.typeId)).keys());
  }

  /** Runs a step for an input. If inputs fail individually, stores a rejection instead of throwing it, except for a missing scope. */
  async attempt(input: WriteInput, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!this.isPartial || !(error instanceof Rejection) || error.category === "MISSING_SCOPES") throw error;
      this.#errors.push(errorOf(input, error));
    }
  }

  addMissing(id: string): void {
    this.#missing.add(id);
  }

  /** Checks values. Call it before `create` and `update`, which check only what depends on the record. */
  async validate(input: WriteInput, values: Values): Promise<void> {
    const names = this.#inputs.flatMap(({ idProperty = [], properties }) => [...Object.keys(properties)].concat(idProperty));
    const { caller, store, profile } = this.#context;
    const isChecked = caller.app !== undefined || !profile.uncheckedValues;
    const definitions = isChecked ? definitionsOf : defineMissing;
    const defaults = propertiesWithDefault(this.#type.typeId).map(({ name }) => name);
    this.#definitions ??= await definitions(store.records, this.#type.typeId, [...new Set([...names, ...defaults])]);
    const problems = await this.#valueProblems(this.#definitions, values, this.placeOf(input, "properties"));
    this.#report(isChecked ? problems : problems.filter(({ code }) => codesAboutNames.has(code)));
  }

  async create(input: WriteInput, properties: Values): Promise<StoredRecord> {
    const definitions = this.#definitions ?? new Map();
    const inputValues = normalValues(definitions, withActivityDate(this.#type, await this.#withPipeline(input, properties)));
    const defaults = defaultValues(this.#type.typeId, definitions, inputValues);
    const values = { ...defaults, ...inputValues };
    this.#report(missingProblems(this.#type, values, this.placeOf(input, "properties")));
    const record = await newRecord(this.#type.typeId, storedValues(definitions, inputValues), this.#context, defaults);
    this.#changedIds.add(record.id);
    const write = { input, recordId: record.id, values, primaryCompany: primaryCompanyIn(definitions, values), isNew: true };
    return this.#add(withCreation(record, definitions, values), write);
  }

  async update(input: WriteInput, existing: StoredRecord): Promise<StoredRecord> {
    const before = this.#records.get(existing.id) ?? existing;
    const definitions = this.#definitions ?? new Map();
    const inputValues = normalValues(definitions, await this.#withPipeline(input, input.properties, before));
    // Users can move a record to an earlier stage.
    const values = this.#context.caller.app ? keepingLaterStage(definitions, inputValues, before) : inputValues;
    const changed = withCreation(withValues(before, storedValues(definitions, values), this.#context), definitions, values);
    const record = changed === before ? before : await this.#withoutReplaced(before, changed);
    if (record !== before) this.#changedIds.add(record.id);
    const write = { input, recordId: record.id, values: { ...keyValue(input), ...values } };
    return this.#add(record, { ...write, primaryCompany: primaryCompanyIn(definitions, values), isNew: false });
  }

  rejectInvalid(): void {
    rejectInvalidValues(this.#problems, this.#context.accountId);
  }

  async store(): Promise<WrittenBatch> {
    this.rejectInvalid();
    if (!this.isPartial) await this.#put([...this.#records.values()], this.#writes);
    const results: { record: CrmRecord; isNew: boolean }[] = [];
    for (const write of this.#writes) {
      const record = this.#records.get(write.recordId);
      if (!record) continue;
      const calculated = await this.#calculatedFor(write, record);
      const ids = write.isNew ? idProperties(this.#type.typeId) : [];
      const names = [...Object.keys(write.values), ...calculated.keys(), ...ids];
      const crmRecord = crmRecordOf(record, writtenProperties(this.#type.typeId, names), calculated);
      const { objectWriteTraceId } = write.input;
      results.push({ record: objectWriteTraceId === undefined ? crmRecord : { ...crmRecord, objectWriteTraceId }, isNew: write.isNew });
    }
    return { results, errors: [...missingRecords(this.#type, [...this.#missing]), ...this.#errors] };
  }

  /** Responses to updates contain only the calculated values that the written properties can change. */
  async #calculatedFor({ input, values, primaryCompany, isNew }: Write, record: StoredRecord): Promise<ReadonlyMap<string, string>> {
    const { typeId } = this.#type;
    const { now, profile } = this.#context;
    const own = { now, profile, pipelines: this.#pipelines ?? [] };
    const isAssociated = primaryCompany !== undefined || (input.associations ?? []).length > 0;
    if (isNew && !isAssociated) return valuesOfNew(record, own);
    const names = isNew ? [...calculatedProperties(typeId).keys()] : dependentNames(typeId, Object.keys(values));
    if (!isAssociated) return ownValues(record, names, own);
    const all = primaryCompany === undefined ? names : [...new Set([...names, primaryCompanyProperty])];
    const [calculated] = await calculatedValues(typeId, [record], all, this.#context);
    return calculated?.values ?? new Map();
  }

  async #withoutReplaced(before: StoredRecord, after: StoredRecord): Promise<StoredRecord> {
    const { store, now, profile } = this.#context;
    const names = await replacedNames(before, after, { store, now, profile, pipelines: this.#pipelines ?? [] });
    return withValues(after, Object.fromEntries(names.map((name) => [name, ""])), this.#context, true);
  }

  async #valueProblems(definitions: Definitions, values: Values, place: string): Promise<Problem[]> {
    const { store, profile } = this.#context;
    const ownerIds = async () => (this.#ownerIds ??= await ownerIdsOf(store.documents, profile));
    const problems = await this.#suggestions.addTo(valueProblems(definitions, values, place));
    return [...problems, ...(await ownerProblems(definitions, values, place, ownerIds))];
  }

  placeOf(input: WriteInput, field: string): string {
    const place = this.#placeOfInput(input);
    return place === undefined ? field : `${place}.${field}`;
  }

  #placeOfInput(input: WriteInput | undefined): string | undefined {
    return input === undefined || this.#isSingle ? undefined : `inputs[${this.#inputs.indexOf(input)}]`;
  }

  async #withPipeline(input: WriteInput, properties: Values, before?: StoredRecord): Promise<Values> {
    this.#pipelines ??= await pipelinesFor(this.#type, this.#context.store.documents);
    const { values, problems } = withPipeline(this.#type, this.#pipelines, properties, before, this.placeOf(input, "properties"));
    this.#report(problems);
    return values;
  }

  /** Rejects problems, or collects them if the request fails as a whole. */
  #report(problems: readonly Problem[]): void {
    if (this.isPartial) rejectInvalidValues(problems, this.#context.accountId);
    this.#problems.push(...problems);
  }

  /** Adds the write for an input. If inputs fail individually, stores it immediately, either completely or not at all. */
  async #add(record: StoredRecord, write: Write): Promise<StoredRecord> {
    if (this.isPartial) await this.#context.store.undoingOnError(() => this.#put([record], [write]));
    this.#records.set(record.id, record);
    this.#writes.push(write);
    return record;
  }

  async #put(records: readonly StoredRecord[], writes: readonly Write[]): Promise<void> {
    const pairs: Pair[] = [];
    for (const { input, recordId, primaryCompany, isNew } of writes) {
      const others = isNew ? (input.associations ?? []) : [];
      const field = this.placeOf(input, "associations");
      const newAssociations = await newPairs(this.#type, recordId, others, this.#context, field);
      // Users can add the association later, because the console creates records without associations.
      if (isNew && this.#context.caller.app) rejectIfAny(missingAssociation(this.#type, newAssociations, field));
      pairs.push(...newAssociations);
      const place = this.placeOf(input, `properties.${primaryCompanyProperty}`);
      if (primaryCompany) pairs.push(...(await newPairs(this.#type, recordId, [primaryAssociation(primaryCompany)], this.#context, place)));
      if (primaryCompany === "" && !isNew) await deletePrimaryCompany(recordId, this.#context);
    }
    const changedRecords = records.filter(({ id }) => this.#changedIds.has(id));
    try {
      await putRecords(changedRecords, this.#context);
    } catch (error) {
      const setter = (id: string, property: string) =>
        writes.findLast(({ recordId, values }) => recordId === id && Object.hasOwn(values, property));
      const creator = (id: string) => this.#writes.find(({ isNew, recordId }) => isNew && recordId === id);
      throw conflictOf(
        error,
        (id, property) => this.#placeOfInput(setter(id, property)?.input),
        (id) => this.#placeOfInput(creator(id)?.input),
      );
    }
    await associateWithinLimits(this.#context.store, pairs);
  }
}

/** A new lead needs a name, and custom object types can require properties. */
function missingProblems({ plural, schema }: ObjectType, values: Values, place: string): Problem[] {
  const required = schema?.requiredProperties ?? (plural === "leads" ? ["hs_lead_name"] : []);
  const missing = required.filter((name) => !Object.hasOwn(values, name) || values[name] === "");
  return missing.map((name) => propertyProblem(name, `${place}.${name}`, "required", "is required for new records of the type", undefined));
}

/** A new lead needs a contact or a company. */
function missingAssociation({ plural }: ObjectType, pairs: readonly Pair[], field: string): Problem[] {
  const isAssociated = pairs.some(({ type }) => ["contacts", "companies"].includes(pluralOf(type.toType)));
  if (plural !== "leads" || isAssociated) return [];
  return [problemOf(field, "required", "must associate the lead with a contact or a company", undefined)];
}

/** Returns the values without those that are stored in another form: the creation time and the primary company. */
function storedValues(definitions: Definitions, values: Values): Values {
  const isElsewhere = (name: string) =>
    definitions.get(name)?.derivedFrom !== undefined ||
    (name === primaryCompanyProperty && primaryCompanyIn(definitions, values) !== undefined);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isElsewhere(name)));
}

function primaryCompanyIn(definitions: Definitions, values: Values): string | undefined {
  return definitions.get(primaryCompanyProperty)?.isBuiltIn ? values[primaryCompanyProperty] : undefined;
}

/** Sets the creation time of a deal, which requests can change. */
function withCreation(record: StoredRecord, definitions: Definitions, values: Values): StoredRecord {
  const name = Object.keys(values).find((one) => definitions.get(one)?.derivedFrom === "createdAt");
  const createdAt = name === undefined ? undefined : comparedNumber(values[name] ?? "");
  return createdAt === undefined || createdAt === record.createdAt ? record : { ...record, createdAt };
}

/** Sets a meeting's activity date to its start time if it has no activity date. */
function withActivityDate({ plural }: ObjectType, values: Values): Values {
  const { hs_timestamp: date, hs_meeting_start_time: start } = values;
  return plural === "meetings" && !date && start ? { ...values, hs_timestamp: start } : values;
}

/** Returns the value of the property that identifies the record. The result is empty if the record is identified by its id. */
export function keyValue({ id = "", idProperty }: WriteInput): Values {
  return idProperty === undefined ? {} : { [idProperty]: id };
}

function errorOf({ id, objectWriteTraceId = "" }: WriteInput, rejection: Rejection): StandardError {
  const error = batchError(rejection);
  const ids = id === undefined ? {} : { ids: [id] };
  return { ...error, context: { ...error.context, ...ids, objectWriteTraceId: [objectWriteTraceId] } };
}
