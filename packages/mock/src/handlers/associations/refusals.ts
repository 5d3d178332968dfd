import { mostProblems, type Problem } from "../../contract/message.ts";
import { invalidRequest } from "../../contract/refusal.ts";
import { type ObjectType, objectTypeOf } from "../objectTypes.ts";

/** @throws Refusal when a name in the path names no object type */
export function objectTypesOf(path: { fromObjectType: string; toObjectType: string }): { from: ObjectType; to: ObjectType } {
  const from = objectTypeOf(path.fromObjectType);
  const to = objectTypeOf(path.toObjectType);
  if (from && to) return { from, to };
  const unknown = [...(from ? [] : ["fromObjectType"]), ...(to ? [] : ["toObjectType"])];
  throw invalidRequest(
    unknown.map((name) => unknownThing(name, "objectType", "an object type: its plural or singular name, or its type id")),
  );
}

/** A field that names something there is not. */
export function unknownThing(field: string, code: string, expected: string): Problem {
  return { in: field, code, message: `${field} must be ${expected}` };
}

/** The refusal for what names things there are not, when there are any. */
export function refuseIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidRequest(problems.slice(0, mostProblems));
}
