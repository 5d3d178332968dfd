import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { shortened } from "../../contract/problems/fields.ts";
import { didYouMean } from "../../contract/problems/nearest.ts";
import { maxPropertyNameLength, type PropertyDefinition } from "../../store/records/recordStore.ts";
import { comparedNumber } from "../../store/values.ts";
import { problemOf } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";
import { type Definitions, isReadOnly } from "./definitions.ts";

export type Values = Readonly<Record<string, string>>;

const unknownNameCode = "PROPERTY_DOESNT_EXIST";
const msPerDay = 24 * 60 * 60 * 1000;
/** With these codes, a problem contains the name of the property instead of its value. */
export const codesAboutNames: ReadonlySet<string> = new Set([unknownNameCode, "READ_ONLY_VALUE"]);
const maxListedOptions = 20;
const maxListedProblems = 5;
const maxFieldLength = 200;
const maxValueLength = 65_536;

/** An empty value clears a property. */
export function valueProblems(definitions: Definitions, values: Values, place: string): Problem[] {
  return Object.entries(values).flatMap(([name, value]) => valueProblem(definitions, name, value, `${place}.${name}`) ?? []);
}

export function valueProblem(definitions: Definitions, name: string, value: string, field: string): Problem | undefined {
  const definition = definitions.get(name);
  if (!definition) return unknownName(name, field);
  if (isReadOnly(definition))
    return propertyProblem(name, field, "READ_ONLY_VALUE", "must be the name of a property that can be set", name);
  return invalidValue(definition, value, field);
}

export function unknownName(name: string, field: string): Problem {
  return propertyProblem(name, field, unknownNameCode, "must be the name of a property of the object type", name);
}

/** Adds the most similar name to problems with unknown names, but only to the first ones, because comparing many names takes long. */
export class NameSuggestions {
  readonly #namesOf: () => Promise<Iterable<string>>;
  #names: readonly string[] | undefined;
  #left = 20;

  /** @param namesOf reads the valid names; only called if a name is unknown */
  constructor(namesOf: () => Promise<Iterable<string>>) {
    this.#namesOf = namesOf;
  }

  async addTo(problems: readonly Problem[]): Promise<Problem[]> {
    const suggested: Problem[] = [];
    for (const problem of problems) {
      const [name] = problem.code === unknownNameCode ? (problem.context?.["propertyName"] ?? []) : [];
      suggested.push(name === undefined || this.#left === 0 ? problem : await this.#withSuggestion(problem, name));
    }
    return suggested;
  }

  async #withSuggestion(problem: Problem, name: string): Promise<Problem> {
    this.#left -= 1;
    this.#names ??= [...(await this.#namesOf())];
    return { ...problem, message: `${problem.message}${didYouMean(name, this.#names)}` };
  }
}

export function invalidValue(definition: PropertyDefinition, value: string, field: string): Problem | undefined {
  const wrong = value === "" ? undefined : wrongValue(definition, value);
  return wrong && propertyProblem(definition.name, field, wrong.code, wrong.expectation, value);
}

/** Records can also be assigned to archived owners. @param ownerIds returns the ids of the account's owners */
export async function ownerProblems(
  definitions: Definitions,
  values: Values,
  place: string,
  ownerIds: () => Promise<ReadonlySet<string>>,
): Promise<Problem[]> {
  const names = Object.keys(values).filter((name) => values[name] !== "" && definitions.get(name)?.referencedObjectType === "OWNER");
  if (names.length === 0) return [];
  const owners = await ownerIds();
  const expectation = "must be the id of an owner, which owners.list returns";
  return names
    .filter((name) => !owners.has(values[name] ?? ""))
    .map((name) => propertyProblem(name, `${place}.${name}`, "INVALID_OPTION", expectation, values[name]));
}

/** Returns a problem that names its property, as clients expect. */
export function propertyProblem(name: string, field: string, code: string, expectation: string, received: string | undefined): Problem {
  const context = { propertyName: [shortened(name, maxPropertyNameLength)] };
  return { ...problemOf(shortened(field, maxFieldLength), code, expectation, received), context };
}

/** The parts of a property that determine which values are valid. */
export interface TypedProperty {
  readonly type?: string | undefined;
  readonly fieldType?: string | undefined;
  readonly options?: readonly { readonly value: string }[] | undefined;
  readonly externalOptions?: boolean | undefined;
}

interface WrongValue {
  readonly code: string;
  readonly expectation: string;
}

export function wrongValue(definition: TypedProperty, value: string): WrongValue | undefined {
  const { type = "string" } = definition;
  if (value.length > maxValueLength)
    return { code: "VALUE_TOO_LONG", expectation: `must have at most ${maxValueLength} characters; the value has ${value.length}` };
  // The platform accepts any text as a phone number, and so does the mock for JSON and coordinates (assumed).
  if (["string", "phone_number", "json", "object_coordinates"].includes(type)) return undefined;
  if (value !== value.trim()) return { code: "LEADING_TRAILING_WHITESPACE", expectation: "must not begin or end with white space" };
  switch (type) {
    case "number":
      return isNumber(value) ? undefined : { code: "INVALID_INTEGER", expectation: "must be a decimal number without an exponent" };
    case "date":
      return isDate(value)
        ? undefined
        : { code: "INVALID_DATE", expectation: "must be a date, or midnight UTC in ISO 8601 format or in milliseconds since the epoch" };
    case "datetime":
      return timeOf(value) === undefined
        ? { code: "INVALID_LONG", expectation: "must be a time in ISO 8601 format or in milliseconds since the epoch" }
        : undefined;
    case "bool":
      return value === "true" || value === "false" ? undefined : { code: "INVALID_OPTION", expectation: "must be true or false" };
    default:
      return wrongOption(definition, value);
  }
}

function isNumber(value: string): boolean {
  return /^[+-]?(\d+([.]\d*)?|[.]\d+)$/.test(value) && comparedNumber(value) !== undefined;
}

function isDate(value: string): boolean {
  const time = timeOf(value);
  return time !== undefined && time % msPerDay === 0;
}

/** Returns `undefined` for numbers that are not whole, and for dates such as February 30, which `Date.parse` accepts. */
function timeOf(value: string): number | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  if (day === undefined) return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
  const start = comparedNumber(day);
  if (start === undefined || !new Date(start).toISOString().startsWith(day)) return undefined;
  return comparedNumber(value);
}

/** Returns the form in which a valid value is stored: a date as `YYYY-MM-DD`, and a time in ISO 8601 format in UTC. */
export function normalValue({ type }: TypedProperty, value: string): string {
  if (type !== "date" && type !== "datetime") return value;
  const time = timeOf(value);
  if (time === undefined || (type === "date" && time % msPerDay !== 0)) return value;
  const timestamp = timestampOf(time);
  // A timestamp cannot express all times.
  if (Date.parse(timestamp) !== time) return value;
  return type === "date" ? timestamp.slice(0, 10) : timestamp;
}

function wrongOption({ options = [], fieldType, externalOptions = false }: TypedProperty, value: string): WrongValue | undefined {
  // The options of some built-in properties are unknown (assumed: any value).
  if (externalOptions || options.length === 0) return undefined;
  const optionValues = new Set(options.map((option) => option.value));
  const isList = fieldType === "checkbox";
  const values = isList ? value.split(";") : [value];
  if (values.every((one) => optionValues.has(one))) return undefined;
  const firstOptions = [...optionValues].slice(0, maxListedOptions).join(", ");
  const more = optionValues.size > maxListedOptions ? `, … (${optionValues.size} options)` : "";
  const expectation = isList ? "must contain only these options, separated by semicolons" : "must be one of the options";
  return { code: "INVALID_OPTION", expectation: `${expectation}: ${firstOptions}${more}` };
}

/**
 * Rejects invalid values or, if all values are valid, missing properties. The message about invalid values contains the first ones and the
 * number of the others as JSON, as clients expect.
 * @throws Rejection if there are problems
 */
export function rejectInvalidValues(problems: readonly Problem[], accountId: number): void {
  const invalid = problems.filter(({ code }) => code !== "required").slice(0, maxProblems);
  const details: object[] = invalid.slice(0, maxListedProblems).map(({ code, message, context, received }) => ({
    isValid: false,
    message,
    error: code,
    name: context?.["propertyName"]?.[0],
    propertyValue: codesAboutNames.has(code) ? undefined : received,
    localizedErrorMessage: message,
    portalId: accountId,
  }));
  const more = invalid.length - details.length;
  if (more > 0) {
    const atLeast = invalid.length < maxProblems ? "" : "at least ";
    details.push({ isValid: false, message: `${atLeast}${more} more ${more === 1 ? "problem" : "problems"}`, error: "more" });
  }
  if (invalid.length > 0) {
    throw new Rejection("VALIDATION_ERROR", `Property values were not valid: ${JSON.stringify(details)}`, { problems: invalid });
  }
  if (problems.length === 0) return;
  const properties = [...new Set(problems.flatMap(({ context }) => context?.["propertyName"] ?? []))];
  const options = { context: { properties }, problems: problems.slice(0, maxProblems) };
  throw new Rejection("VALIDATION_ERROR", `Some required properties were not set: ${shortList(properties, "and")}.`, options);
}
