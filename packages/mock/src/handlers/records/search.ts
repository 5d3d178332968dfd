import type { RecordSearchFilter, RecordSearchInput, RecordSearchResult } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { didYouMean } from "../../contract/problems/nearest.ts";
import type { Context } from "../../platform/context.ts";
import { additionalEmailsProperty } from "../../store/records/contacts.ts";
import type { Comparison, Search, SearchBound, SearchCondition, SearchField } from "../../store/search/search.ts";
import { comparedNumber } from "../../store/values.ts";
import { patternsOf } from "../../store/words.ts";
import { pagingOf } from "../common/paging.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { searchedByQuery } from "./builtInProperties.ts";
import { indexCalculatedValues } from "./calculatedIndex.ts";
import { crmRecordsOf, requestedProperties } from "./crmRecord.ts";
import { type Definitions, definitionsOf } from "./definitions.ts";
import { isCustomId, type ObjectType, objectTypeOf } from "./objectTypes.ts";
import { requireTypes } from "./scopes.ts";

const defaultLimit = 10;
const maxResults = 10_000;
const maxFilters = 18;
const maxBodyLength = 3_000;
const maxWildcards = 20;

export async function searchRecords(type: ObjectType, body: RecordSearchInput, context: Context): Promise<RecordSearchResult> {
  const { records } = context.store;
  const { after = "0", properties } = body;
  const offset = Number(after);
  rejectOversized(body, context.bodyLength, offset);
  const limit = Math.min(body.limit ?? defaultLimit, maxResults - offset);
  const names = namesIn(type, body);
  const definitions = await definitionsOf(records, type.typeId, names);
  const hasUnknown = names.some((name) => !name.startsWith(associationPrefix) && !definitions.has(name));
  const reader = new SearchReader(type, definitions, hasUnknown ? [...(await definitionsOf(records, type.typeId)).keys()] : []);
  const filters = (body.filterGroups ?? []).flatMap((group) => group.filters);
  requireTypes(
    filters.flatMap(({ propertyName }) => associatedType(propertyName) ?? []),
    "read",
    context,
  );
  const { searchLagMs = 0 } = context.profile;
  const at = searchLagMs > 0 ? context.now - searchLagMs : undefined;
  const search = { ...reader.read(body, { offset, limit }), at, now: context.now };
  rejectIfAny(reader.problems);
  await indexCalculatedValues(type.typeId, [...definitions.values()], search, context);
  const { total, records: matches } = await records.search(type.typeId, search);
  const selection = await requestedProperties(context.store, type.typeId, { properties });
  const next = offset + limit;
  return {
    total,
    results: await crmRecordsOf(matches, selection, context),
    ...pagingOf(next < Math.min(total, maxResults) ? String(next) : undefined),
  };
}

function namesIn(type: ObjectType, { filterGroups = [], query, sorts = [] }: RecordSearchInput): string[] {
  const filtered = filterGroups.flatMap(({ filters }) => filters.map(({ propertyName }) => propertyName));
  const sorted = sorts.map((sort) => (typeof sort === "string" ? sort.replace(/^-/, "") : sort.propertyName));
  return [...new Set([...filtered, ...sorted, ...(query ? searchedIn(type) : [])])];
}

/** Returns the properties in which the `query` looks for words. */
function searchedIn({ typeId, schema }: ObjectType): readonly string[] {
  return schema?.searchableProperties ?? searchedByQuery(typeId);
}

function rejectOversized(body: RecordSearchInput, length: number, offset: number): void {
  const filters = (body.filterGroups ?? []).flatMap((group) => group.filters);
  rejectIfAny([
    ...(length > maxBodyLength ? [problemOf("body", "maxLength", `must have at most ${maxBodyLength} characters`, length)] : []),
    ...(filters.length > maxFilters
      ? [problemOf("filterGroups", "maxItems", `must have at most ${maxFilters} filters in total`, filters.length)]
      : []),
    ...(offset >= maxResults ? [problemOf("after", "maximum", `must be less than ${maxResults}`, body.after)] : []),
  ]);
}

const negatedOperators: ReadonlySet<string> = new Set(["NEQ", "NOT_IN", "NOT_HAS_PROPERTY", "NOT_CONTAINS_TOKEN"]);
const associationPrefix = "associations.";

/** A filter on a property such as `associations.contact` tests the associations of records. */
function associatedType(propertyName: string): ObjectType | undefined {
  if (!propertyName.startsWith(associationPrefix)) return undefined;
  const type = objectTypeOf(propertyName.slice(associationPrefix.length));
  return type && isCustomId(type.typeId) ? undefined : type;
}

class SearchReader {
  readonly problems: Problem[] = [];
  readonly #type: ObjectType;
  readonly #definitions: Definitions;
  readonly #suggestions: readonly string[];
  #wildcards = 0;

  /** @param suggestions the valid names, if a name is unknown */
  constructor(type: ObjectType, definitions: Definitions, suggestions: readonly string[]) {
    this.#type = type;
    this.#definitions = definitions;
    this.#suggestions = suggestions;
  }

  read({ filterGroups = [], query = "", sorts = [] }: RecordSearchInput, page: { offset: number; limit: number }): Search {
    const groups = filterGroups.map(({ filters }, index) =>
      filters.flatMap((filter, position) => this.#condition(filter, `filterGroups[${index}].filters[${position}]`) ?? []),
    );
    const queryConditions = query.trim() === "" ? [] : this.#matchesOf(query);
    if (this.#wildcards > maxWildcards) {
      const expectation = `must have at most ${maxWildcards} words with * in its query and filters in total`;
      this.problems.push(problemOf("body", "maxItems", expectation, this.#wildcards));
    }
    const sort = this.#sort(sorts[0]);
    return { groups, query: queryConditions, ...(sort && { sort }), ...page };
  }

  /** Returns the alternative conditions of a query. A number can also be a record id if a searched property contains the id. */
  #matchesOf(query: string): SearchCondition[][] {
    const names = searchedIn(this.#type);
    const properties = names.filter((name) => this.#fieldOf(name) === undefined);
    const patterns = this.#patternsOf(query);
    const words = (some: readonly string[]): SearchCondition => ({
      test: "words",
      properties,
      patterns: some.map(asPrefix),
      negated: false,
    });
    const ids = properties.length < names.length ? patterns.filter((pattern) => /^[1-9]\d{0,14}$/.test(pattern)) : [];
    const withId = ids.slice(0, 1).map((id) => {
      const others = patterns.filter((pattern) => pattern !== id);
      const isRecord: SearchCondition = { test: "fieldEquals", field: "id", values: [Number(id)], negated: false };
      return others.length === 0 ? [isRecord] : [isRecord, words(others)];
    });
    return [[words(patterns)], ...withId];
  }

  #sort(sort: NonNullable<RecordSearchInput["sorts"]>[number] | undefined): Search["sort"] {
    if (sort === undefined) return undefined;
    const criterion =
      typeof sort === "string"
        ? { propertyName: sort.replace(/^-/, ""), direction: sort.startsWith("-") ? "DESCENDING" : "ASCENDING" }
        : sort;
    const descending = criterion.direction === "DESCENDING";
    const field = this.#fieldOf(criterion.propertyName);
    if (field) return { field, descending };
    const by = this.#comparisonOf(criterion.propertyName, typeof sort === "string" ? "sorts[0]" : "sorts[0].propertyName");
    return { property: criterion.propertyName, by, descending };
  }

  #fieldOf(property: string): SearchField | undefined {
    return this.#definitions.get(property)?.derivedFrom;
  }

  #condition(filter: RecordSearchFilter, place: string): SearchCondition | undefined {
    const { propertyName: property, operator } = filter;
    const negated = negatedOperators.has(operator);
    if (property.startsWith(associationPrefix)) return this.#association(filter, place, negated);
    const field = this.#fieldOf(property);
    const by = field ? "number" : this.#comparisonOf(property, `${place}.propertyName`);
    switch (operator) {
      case "HAS_PROPERTY":
      case "NOT_HAS_PROPERTY":
        if (field) return { test: "fieldRange", field, from: { value: Number.MIN_SAFE_INTEGER, inclusive: true }, negated };
        return { test: "present", property, negated };
      case "CONTAINS_TOKEN":
      case "NOT_CONTAINS_TOKEN":
        if (field) {
          this.problems.push(
            problemOf(`${place}.operator`, "enum", "must not be CONTAINS_TOKEN or NOT_CONTAINS_TOKEN for an id or a time", operator),
          );
          return undefined;
        }
        return this.#token(filter, place, negated);
      case "EQ":
      case "NEQ":
      case "IN":
      case "NOT_IN": {
        const isList = operator.endsWith("IN");
        const values = this.#values(filter, by, place, isList);
        if (field) return { test: "fieldEquals", field, values: values.map(Number).filter(Number.isSafeInteger), negated };
        const { type, fieldType } = this.#definitions.get(property) ?? {};
        const hasOptions = type === "enumeration" && (fieldType === "checkbox" || property === additionalEmailsProperty);
        return { test: "equals", property, by, values, hasOptions, negated };
      }
      default: {
        const bounds = this.#bounds(filter, by, place);
        if (field) return { test: "fieldRange", field, ...wholeBounds(bounds), negated };
        return { test: "range", property, by, ...bounds, negated };
      }
    }
  }

  #values({ propertyName, value, values }: RecordSearchFilter, by: Comparison, place: string, isList: boolean): (string | number)[] {
    if (isList) {
      const texts = this.#require(values, `${place}.values`) ?? [];
      // Texts in a list must be in lower case, except for additional addresses.
      const isFolded = propertyName === additionalEmailsProperty;
      return texts.map((one, index) => this.#operandOf(isFolded ? one.toLowerCase() : one, by, `${place}.values[${index}]`));
    }
    const text = this.#require(value, `${place}.value`);
    return text === undefined ? [] : [this.#operandOf(by === "folded" ? text.toLowerCase() : text, by, `${place}.value`)];
  }

  #bounds(filter: RecordSearchFilter, by: Comparison, place: string): { from?: SearchBound; to?: SearchBound } {
    const bound = (input: string | undefined, field: string, inclusive: boolean): SearchBound => {
      const text = this.#require(input, `${place}.${field}`);
      if (text === undefined) return { value: "", inclusive };
      return { value: this.#operandOf(by === "folded" ? text.toLowerCase() : text, by, `${place}.${field}`), inclusive };
    };
    const inclusive = filter.operator.endsWith("E") || filter.operator === "BETWEEN";
    const value = bound(filter.value, "value", inclusive);
    if (filter.operator === "BETWEEN") return { from: value, to: bound(filter.highValue, "highValue", true) };
    return filter.operator.startsWith("G") ? { from: value } : { to: value };
  }

  #token({ propertyName, value }: RecordSearchFilter, place: string, negated: boolean): SearchCondition {
    const patterns = this.#patternsOf(this.#require(value, `${place}.value`) ?? "");
    return { test: "words", properties: [propertyName], patterns, negated };
  }

  #patternsOf(text: string): string[] {
    const patterns = patternsOf(text);
    this.#wildcards += patterns.filter((pattern) => pattern.includes("*")).length;
    return patterns;
  }

  #association(
    { propertyName, operator, value, values }: RecordSearchFilter,
    place: string,
    negated: boolean,
  ): SearchCondition | undefined {
    const other = associatedType(propertyName);
    if (!other) {
      this.problems.push(problemOf(`${place}.propertyName`, "objectType", "must name an object type that is not custom", propertyName));
      return undefined;
    }
    const condition = { test: "associated", toType: other.typeId, negated } as const;
    if (operator === "HAS_PROPERTY" || operator === "NOT_HAS_PROPERTY") return condition;
    if (operator === "IN" || operator === "NOT_IN") return { ...condition, ids: this.#require(values, `${place}.values`) ?? [] };
    if (operator === "EQ" || operator === "NEQ") return { ...condition, ids: [this.#require(value, `${place}.value`) ?? ""] };
    const expectation = "must be EQ, NEQ, IN, NOT_IN, HAS_PROPERTY or NOT_HAS_PROPERTY for associations";
    this.problems.push(problemOf(`${place}.operator`, "enum", expectation, operator));
    return undefined;
  }

  #comparisonOf(property: string, field: string): Comparison {
    const definition = this.#definitions.get(property);
    if (!definition) {
      const expectation = `must name an existing property${didYouMean(property, this.#suggestions)}`;
      this.problems.push(problemOf(field, "property", expectation, property));
    }
    const { type = "string" } = definition ?? {};
    if (type === "number" || type === "date" || type === "datetime") return "number";
    return type === "enumeration" && property !== additionalEmailsProperty ? "exact" : "folded";
  }

  #operandOf(text: string, by: Comparison, field: string): string | number {
    if (by !== "number") return text;
    const number = comparedNumber(text);
    if (number === undefined)
      this.problems.push(problemOf(field, "type", "must be a number, or a time in ISO 8601 format or in milliseconds", text));
    return number ?? Number.NaN;
  }

  #require<Value>(value: Value | undefined, field: string): Value | undefined {
    if (value === undefined) this.problems.push(problemOf(field, "required", "is required for this operator", undefined));
    return value;
  }
}

function asPrefix(pattern: string): string {
  return pattern.endsWith("*") ? pattern : `${pattern}*`;
}

/** Ids and times of records are whole numbers. */
function wholeBounds({ from, to }: { from?: SearchBound; to?: SearchBound }): { from?: SearchBound; to?: SearchBound } {
  const whole = ({ value, inclusive }: SearchBound, isLower: boolean): SearchBound => {
    const integer = inclusive === isLower ? Math.ceil(Number(value)) : Math.floor(Number(value));
    return { value: Math.min(Math.max(integer, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER), inclusive };
  };
  return { ...(from && { from: whole(from, true) }), ...(to && { to: whole(to, false) }) };
}
