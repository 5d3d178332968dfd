import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { problemOf } from "../common/problems.ts";
import { requireScopes } from "../records/access.ts";
import { type ObjectType, objectTypeOf } from "../records/objectTypes.ts";

interface Path {
  readonly fromObjectType: string;
  readonly toObjectType: string;
}

/** @throws Rejection when a name is not an object type, or the token lacks the scopes of both types */
export function accessedTypes(
  path: Path,
  action: "read" | "write",
  context: Pick<Context, "caller">,
): { from: ObjectType; to: ObjectType } {
  const { from, to } = objectTypesOf(path);
  requireScopes([from, to], action, context);
  return { from, to };
}

/** @throws Rejection when a name is not an object type */
export function objectTypesOf(path: Path): { from: ObjectType; to: ObjectType } {
  const from = objectTypeOf(path.fromObjectType);
  const to = objectTypeOf(path.toObjectType);
  if (from && to) return { from, to };
  const names = ["fromObjectType", "toObjectType"] as const;
  const unknown = names.filter((name) => !objectTypeOf(path[name]));
  const expectation = "must be an object type: its plural or singular name, or its type id";
  throw invalidRequest(unknown.map((name) => problemOf(name, "objectType", expectation, path[name])));
}
