import { invalidRequest, missingScopes } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { problemOf } from "../common/problems.ts";
import { type ObjectType, objectTypeOf, typeIdOf } from "./objectTypes.ts";

/** Types whose records have the scopes of contacts: all kinds of activities. */
const activities: ReadonlySet<string> = new Set(
  ["calls", "communications", "emails", "meetings", "notes", "postal_mail", "tasks"].map(typeIdOf),
);

/** @throws Rejection when the name is not an object type, or the token lacks the type's scope */
export function accessedType(name: string, action: "read" | "write", { caller }: Context): ObjectType {
  const type = objectTypeOf(name);
  if (!type) throw invalidRequest([problemOf("objectType", "objectType", objectTypeExpectation, name)]);
  const scope = scopeOf(type, action);
  if (!caller.scopes.includes(scope)) throw missingScopes([scope]);
  return type;
}

export const objectTypeExpectation = "must be an object type: its plural or singular name, or its type id";

function scopeOf({ typeId, plural }: ObjectType, action: "read" | "write"): string {
  if (plural === "tickets") return "tickets";
  if (typeId.startsWith("2-")) return `crm.objects.custom.${action}`;
  return `crm.objects.${activities.has(typeId) ? "contacts" : plural}.${action}`;
}
