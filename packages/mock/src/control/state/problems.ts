import { invalidRequest } from "../../contract/errors/rejection.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { anObjectType, type ObjectType, type ObjectTypes, objectTypeOf } from "../../handlers/records/objectTypes.ts";
import { maxPropertyNameLength } from "../../store/records/recordStore.ts";
import { isMoment, moments, readMoment } from "../clock/moments.ts";

const maxShown = 40;

/** Collects the problems with a state, so that all of them are reported together. */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #typeNamed: ObjectTypes;

  /** @param typeNamed finds the object types that can be named. Default: the built-in types, and the ids of custom ones */
  constructor(typeNamed: ObjectTypes = objectTypeOf) {
    this.#typeNamed = typeNamed;
  }

  add(field: string, code: string, expected: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push({ in: field, code, message: `${field} must be ${expected}` });
  }

  addAll(field: string, problems: readonly Problem[]): void {
    const absolute = problems.map((problem) => ({ ...problem, in: `${field}.${problem.in}`, message: `${field}.${problem.message}` }));
    this.#problems.push(...absolute.slice(0, maxProblems - this.#problems.length));
  }

  reject(): void {
    if (this.#problems.length > 0) throw invalidRequest(this.#problems);
  }

  objectType(name: string, field: string): ObjectType | undefined {
    const type = this.#typeNamed(name);
    if (!type) this.add(field, "objectType", anObjectType);
    return type;
  }

  name(name: string, field: string): void {
    // A name at the end of the field is shortened, so that the error does not contain all of it.
    const place = field.endsWith(name) ? `${field.slice(0, field.length - name.length)}${name.slice(0, maxShown)}…` : field;
    if (name.length > maxPropertyNameLength) this.add(place, "maxLength", `a name of at most ${maxPropertyNameLength} characters`);
  }

  filled(id: string, field: string): void {
    if (id === "") this.add(field, "minLength", "a non-empty id");
  }

  timeZone(name: string | undefined, field: string): void {
    try {
      new Intl.DateTimeFormat("en", { timeZone: name });
    } catch {
      this.add(field, "timeZone", "the name of a time zone, such as Europe/Berlin");
    }
  }

  moment(text: string, field: string): number {
    const moment = readMoment(text);
    if (Number.isNaN(moment)) this.add(field, "format", moments);
    return moment;
  }

  milliseconds(times: Readonly<Record<string, number | undefined>>, field: string): void {
    for (const [name, time] of Object.entries(times)) {
      if (time !== undefined && !isMoment(time)) this.add(`${field}.${name}`, "range", `${moments}, in milliseconds since the epoch`);
    }
  }

  twice(ids: readonly string[], fieldOf: (index: number) => string): void {
    const taken = new Set<string>();
    for (const [index, id] of ids.entries()) {
      if (taken.has(id)) this.add(fieldOf(index), "uniqueItems", "unique");
      taken.add(id);
    }
  }
}
