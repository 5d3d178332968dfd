import type { CrmRecord, Pipeline, RecordAssociationInput, StandardError } from "@crm-platform/types";
import { errorDetail } from "../../contract/errors/errorBody.ts";
import { invalidRequest, Rejection, statusOfCategory } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/store.ts";
import { associateWithinLimits } from "../associations/limits.ts";
import { completed } from "../common/batch.ts";
import { problemOf } from "../common/problems.ts";
import { type NewAssociation, newAssociations } from "./associations.ts";
import { missingRecords } from "./batchRead.ts";
import { emailProperty } from "./contacts.ts";
import { crmRecordOf, writtenProperties } from "./crmRecord.ts";
import { definitionsOf } from "./definitions.ts";
import { recordsByValue, storedValue } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";
import { pipelineProblems, pipelinesFor, rejectMissingProperties, requiredProblems, withDefaultPipeline } from "./pipelineValues.ts";
import { rejectInvalidValues, valueProblems } from "./propertyValues.ts";
import { conflictOf, newRecord, putRecords, withValues } from "./values.ts";

type Values = Readonly<Record<string, string>>;

interface Traced {
  readonly properties: Values;
  readonly objectWriteTraceId?: string;
}

export interface CreateInput extends Traced {
  readonly associations?: readonly RecordAssociationInput[];
}

export interface WriteInput extends Traced {
  readonly id: string;
  readonly idProperty?: string;
}

/** `returned` holds the properties that the input's result contains. */
interface Write {
  readonly input: Traced & { readonly id?: string | undefined };
  readonly recordId: string;
  readonly returned: Values;
  readonly isNew: boolean;
  readonly associations: readonly NewAssociation[];
}

interface Failure {
  readonly input: Write["input"];
  readonly rejection: Rejection;
}

export interface Written {
  readonly status: "complete" | "partial";
  readonly body: ReturnType<typeof completed> & { results: (CrmRecord & { new: boolean })[]; numErrors?: number; errors?: StandardError[] };
}

/** Inputs fail individually if each has an `objectWriteTraceId`. Otherwise, the batch fails as a whole. */
class BatchWrite {
  readonly #type: ObjectType;
  readonly #context: Context;
  readonly #inputs: readonly Traced[];
  readonly isPartial: boolean;
  readonly #records = new Map<string, StoredRecord>();
  readonly #changed = new Set<string>();
  readonly #failures: Failure[] = [];
  readonly #missing = new Set<string>();
  readonly #invalid: Problem[] = [];
  readonly #unset: Problem[] = [];
  #pipelines: readonly Pipeline[] | undefined;
  readonly #writes: Write[] = [];

  constructor(type: ObjectType, context: Context, inputs: readonly Traced[], isPartial = areTraced(inputs)) {
    this.#type = type;
    this.#context = context;
    this.#inputs = inputs;
    this.isPartial = isPartial;
  }

  /** Runs a step for an input. If inputs fail individually, stores a rejection instead of throwing it. */
  async attempt(input: Write["input"], step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!this.isPartial || !(error instanceof Rejection)) throw error;
      this.#failures.push({ input, rejection: error });
    }
  }

  isMissing(id: string): void {
    this.#missing.add(id);
  }

  async create(input: Write["input"], given: Values, associations: readonly NewAssociation[] = []): Promise<StoredRecord> {
    const values = await this.#checkedValues(input, given);
    const record = await newRecord(this.#type.typeId, values, this.#context);
    this.#changed.add(record.id);
    return this.#add(record, { input, recordId: record.id, returned: values, isNew: true, associations });
  }

  async update(input: Write["input"], found: StoredRecord, returned: Values): Promise<StoredRecord> {
    const before = this.#records.get(found.id) ?? found;
    const values = await this.#checkedValues(input, input.properties, before);
    const record = withValues(before, values, this.#context);
    if (record !== before) this.#changed.add(record.id);
    return this.#add(record, { input, recordId: record.id, returned: { ...values, ...returned }, isNew: false, associations: [] });
  }

  /** If the batch fails as a whole, `store` rejects the problems of all inputs together. @returns the values with the default pipeline */
  async #checkedValues(input: Write["input"], given: Values, before?: StoredRecord): Promise<Values> {
    this.#pipelines ??= await pipelinesFor(this.#type, this.#context.store.documents);
    const place = `inputs[${this.#inputs.indexOf(input)}].properties`;
    const values = withDefaultPipeline(this.#type, given, before);
    const invalid = pipelineProblems(this.#type, this.#pipelines, values, before, place);
    const unset = before ? [] : requiredProblems(this.#type, values, place);
    if (this.isPartial) {
      rejectInvalidValues(invalid);
      rejectMissingProperties(unset);
    }
    this.#invalid.push(...invalid);
    this.#unset.push(...unset);
    return values;
  }

  async store(): Promise<Written> {
    rejectInvalidValues(this.#invalid);
    rejectMissingProperties(this.#unset);
    if (!this.isPartial) await this.#put([...this.#records.values()], this.#writes);
    const results = this.#writes.flatMap(({ input: { objectWriteTraceId }, recordId, returned, isNew }) => {
      const record = this.#records.get(recordId);
      if (!record) return [];
      const shown = crmRecordOf(record, writtenProperties(returned));
      return [{ ...shown, ...(objectWriteTraceId === undefined ? {} : { objectWriteTraceId }), new: isNew }];
    });
    const errors = [...(this.#missing.size > 0 ? [missingRecords(this.#type, [...this.#missing])] : []), ...this.#failures.map(errorOf)];
    const body = { ...completed(this.#context.now), results };
    return errors.length === 0 ? { status: "complete", body } : { status: "partial", body: { ...body, numErrors: errors.length, errors } };
  }

  /** Adds the write for an input. If inputs fail individually, stores it immediately: the whole write, or none of it. */
  async #add(record: StoredRecord, write: Write): Promise<StoredRecord> {
    if (this.isPartial) await this.#context.store.undoingOnError(() => this.#put([record], [write]));
    this.#records.set(record.id, record);
    this.#writes.push(write);
    return record;
  }

  async #put(records: readonly StoredRecord[], writes: readonly Write[]): Promise<void> {
    const changed = records.filter(({ id }) => this.#changed.has(id));
    try {
      await putRecords(this.#type.typeId, changed, this.#context);
    } catch (error) {
      const inputOf = (id: string, property: string) =>
        this.#placeOf(writes.findLast(({ recordId, returned }) => recordId === id && Object.hasOwn(returned, property)));
      throw conflictOf(error, inputOf, (recordId) =>
        this.#placeOf(this.#writes.find((write) => write.isNew && write.recordId === recordId)),
      );
    }
    await associateWithinLimits(
      this.#context.store,
      writes.flatMap(({ recordId, associations }) => associations.map((one) => ({ ...one, fromId: recordId }))),
    );
  }

  #placeOf(write: Write | undefined): string | undefined {
    return write && `inputs[${this.#inputs.indexOf(write.input)}]`;
  }
}

export async function batchCreate(type: ObjectType, given: readonly CreateInput[], context: Context): Promise<Written> {
  // Inputs may contain undeclared fields. The errors must not contain such an `id`.
  const inputs = given.map((input) => ({ ...input, id: undefined }));
  const batch = new BatchWrite(type, context, inputs);
  const rejectInvalid = await checkedValues(type, inputs, batch, context);
  for (const [index, input] of inputs.entries()) {
    const place = `inputs[${index}]`;
    await batch.attempt(input, async () => {
      rejectInvalid(index);
      const associations = await newAssociations(type, input.associations ?? [], context, `${place}.associations`);
      await batch.create(input, input.properties, associations);
    });
  }
  return batch.store();
}

export async function batchUpdate(type: ObjectType, inputs: readonly WriteInput[], context: Context): Promise<Written> {
  const batch = new BatchWrite(type, context, inputs);
  const records = await foundRecords(type, inputs, context, batch.isPartial);
  const rejectInvalid = await checkedValues(type, inputs, batch, context);
  for (const [index, input] of inputs.entries()) {
    await batch.attempt(input, async () => {
      const record = records.found(input);
      rejectInvalid(index);
      if (record) await batch.update(input, record, returnedBy(input));
      else batch.isMissing(input.id);
    });
  }
  return batch.store();
}

export async function batchUpsert(type: ObjectType, inputs: readonly WriteInput[], context: Context): Promise<Written> {
  // A batch that identifies contacts by email fails as a whole (companions.md, 1.2).
  const usesEmail = inputs.some(({ idProperty }) => idProperty === emailProperty);
  const batch = new BatchWrite(type, context, inputs, areTraced(inputs) && !usesEmail);
  const records = await foundRecords(type, inputs, context, batch.isPartial);
  const written = inputs.map((input) => ({ properties: returnedBy(input) }));
  const rejectInvalid = await checkedValues(type, written, batch, context);
  for (const [index, input] of inputs.entries()) {
    await batch.attempt(input, async () => {
      const record = records.found(input);
      rejectInvalid(index);
      if (record) records.keep(input, await batch.update(input, record, returnedBy(input)));
      else if (isById(input)) batch.isMissing(input.id);
      else records.keep(input, await batch.create(input, createdValues(type, input, `inputs[${index}]`)));
    });
  }
  return batch.store();
}

/**
 * @returns a function that throws a `Rejection` if one input has problems
 * @throws Rejection when a value is invalid and the batch fails as a whole
 */
async function checkedValues(
  { typeId }: ObjectType,
  inputs: readonly Traced[],
  { isPartial }: BatchWrite,
  { store }: Context,
): Promise<(index: number) => void> {
  const names = [...new Set(inputs.flatMap(({ properties }) => Object.keys(properties)))];
  const definitions = await definitionsOf(store.records, typeId, names);
  const problems = inputs.map(({ properties }, index) => valueProblems(definitions, properties, `inputs[${index}].properties`));
  if (!isPartial) rejectInvalidValues(problems.flat());
  return (index) => rejectInvalidValues(problems[index] ?? []);
}

function areTraced(inputs: readonly Traced[]): boolean {
  return inputs.every(({ objectWriteTraceId }) => objectWriteTraceId !== undefined);
}

interface FoundRecords {
  /** @throws Rejection when the input's property is not unique */
  found(input: WriteInput): StoredRecord | undefined;
  keep(input: WriteInput, record: StoredRecord): void;
}

/** @throws Rejection when a property is not unique, unless inputs fail individually */
async function foundRecords(
  type: ObjectType,
  inputs: readonly WriteInput[],
  { store }: Context,
  isPartial: boolean,
): Promise<FoundRecords> {
  const records = new Map<string, StoredRecord>();
  const rejections = new Map<string | undefined, Rejection>();
  for (const [idProperty, group] of Map.groupBy(inputs, (input) => input.idProperty)) {
    const ids = [...new Set(group.map(({ id }) => id))];
    try {
      for (const [id, record] of await recordsByValue(store.records, type.typeId, idProperty, ids)) {
        if (record.archivedAt === null) records.set(keyOf(type, { id, ...(idProperty === undefined ? {} : { idProperty }) }), record);
      }
    } catch (error) {
      if (!isPartial || !(error instanceof Rejection)) throw error;
      rejections.set(idProperty, error);
    }
  }
  return {
    found(input) {
      const rejection = rejections.get(input.idProperty);
      if (rejection) throw rejection;
      return records.get(keyOf(type, input));
    },
    keep: (input, record) => records.set(keyOf(type, input), record),
  };
}

function isById({ idProperty }: Pick<WriteInput, "idProperty">): boolean {
  return idProperty === undefined || idProperty === "hs_object_id";
}

function keyOf({ typeId }: ObjectType, input: Pick<WriteInput, "id" | "idProperty">): string {
  const { id, idProperty = "hs_object_id" } = input;
  return JSON.stringify([idProperty, storedValue(typeId, idProperty, id)]);
}

/** The result also contains the property that identifies the record. */
function returnedBy({ id, idProperty, properties }: WriteInput): Values {
  return idProperty === undefined || isById({ idProperty }) ? properties : { [idProperty]: id, ...properties };
}

/** @throws Rejection when the id is empty, or when the properties contain a different value for the property that identifies the record */
function createdValues({ typeId }: ObjectType, input: WriteInput, place: string): Values {
  const { id, idProperty = "", properties } = input;
  if (storedValue(typeId, idProperty, id) === "") throw invalidRequest([problemOf(`${place}.id`, "minLength", "must not be empty", id)]);
  const given = Object.hasOwn(properties, idProperty) ? properties[idProperty] : undefined;
  if (given !== undefined && storedValue(typeId, idProperty, given) !== storedValue(typeId, idProperty, id)) {
    const expectation = "must equal the input's id, because no record has this id yet";
    throw invalidRequest([problemOf(`${place}.properties.${idProperty}`, "idProperty", expectation, given)]);
  }
  return returnedBy(input);
}

function errorOf({ input: { id, objectWriteTraceId }, rejection }: Failure): StandardError {
  const { category, summary, problems, context = {} } = rejection;
  return {
    status: String(statusOfCategory[category]),
    category,
    message: summary,
    context: {
      ...Object.fromEntries(Object.entries(context).map(([name, values]) => [name, [...values]])),
      ...(id === undefined ? {} : { ids: [id] }),
      ...(objectWriteTraceId === undefined ? {} : { objectWriteTraceId: [objectWriteTraceId] }),
    },
    errors: problems.map(errorDetail),
    links: {},
  };
}
