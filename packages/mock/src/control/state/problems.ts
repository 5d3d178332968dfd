import { invalidRequest } from "../../contract/errors/refusal.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { type ObjectType, objectTypeOf } from "../../handlers/records/objectTypes.ts";
import { maxPropertyNameLength } from "../../store/store.ts";
import { moments, readMoment } from "../clock/moments.ts";

// So much of a name that is too long is told.
const maxShown = 40;

/** Collects what is wrong with a state, so that all of it is told at once. */
export class Findings {
  readonly #problems: Problem[] = [];

  add(field: string, code: string, expected: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push({ in: field, code, message: `${field} must be ${expected}` });
  }

  /** @throws Refusal when something was found */
  refuse(): void {
    if (this.#problems.length > 0) throw invalidRequest(this.#problems);
  }

  objectType(name: string, field: string): ObjectType | undefined {
    const type = objectTypeOf(name);
    if (!type) this.add(field, "objectType", "an object type: its plural or singular name, or its type id");
    return type;
  }

  /** A name that a store can keep, of a property for example. */
  name(name: string, field: string): void {
    // Where the field itself ends in the name, its beginning has to do.
    const place = field.endsWith(name) ? `${field.slice(0, field.length - name.length)}${name.slice(0, maxShown)}…` : field;
    if (name.length > maxPropertyNameLength) this.add(place, "maxLength", `a name of at most ${maxPropertyNameLength} characters`);
  }

  /** An id that can stand in a path. */
  filled(id: string, field: string): void {
    if (id === "") this.add(field, "minLength", "an id that is not empty");
  }

  /** A moment in milliseconds since the epoch. */
  moment(text: string, field: string): number {
    const moment = readMoment(text);
    if (Number.isNaN(moment)) this.add(field, "format", moments);
    return moment;
  }

  /** Finds ids that come twice: of two things with one id, only one could be kept. */
  twice(ids: readonly string[], fieldOf: (index: number) => string): void {
    const taken = new Set<string>();
    for (const [index, id] of ids.entries()) {
      if (taken.has(id)) this.add(fieldOf(index), "uniqueItems", "unique");
      taken.add(id);
    }
  }
}
