import { invalidRequest } from "../../contract/errors/rejection.ts";
import { problemOf } from "../common/problems.ts";
import { type ObjectType, objectTypeOf } from "../records/objectTypes.ts";

/** @throws Rejection when a name is not an object type */
export function objectTypesOf(path: { fromObjectType: string; toObjectType: string }): { from: ObjectType; to: ObjectType } {
  const from = objectTypeOf(path.fromObjectType);
  const to = objectTypeOf(path.toObjectType);
  if (from && to) return { from, to };
  const names = ["fromObjectType", "toObjectType"] as const;
  const unknown = names.filter((name) => !objectTypeOf(path[name]));
  const expectation = "must be an object type: its plural or singular name, or its type id";
  throw invalidRequest(unknown.map((name) => problemOf(name, "objectType", expectation, path[name])));
}
