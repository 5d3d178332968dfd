import type { Context } from "../../platform/context.ts";
import { requireScopes } from "../../platform/scopes/requireScopes.ts";
import { rejectIfAny } from "../common/problems.ts";
import { knownType, type ObjectType, objectTypeProblems, typeIdOf } from "./objectTypes.ts";

/** Activities, whose records require the same scopes as contacts. */
const activities: ReadonlySet<string> = new Set(
  ["calls", "communications", "emails", "meetings", "notes", "postal_mail", "tasks"].map(typeIdOf),
);

/** @throws Rejection when the name is not an object type, or the token lacks the type's scope */
export function accessedType({ objectType }: { readonly objectType: string }, action: "read" | "write", context: Context): ObjectType {
  const type = existingType(objectType);
  requireTypes([type], action, context);
  return type;
}

/** @throws Rejection when the token lacks the scope of an object type; the error names all missing scopes */
export function requireTypes(types: readonly ObjectType[], action: "read" | "write", { caller }: Pick<Context, "caller">): void {
  requireScopes(caller, "all", [...new Set(types.map((type) => scopeOf(type, action)))]);
}

export function canRead(typeId: string, { caller }: Pick<Context, "caller">): boolean {
  return caller.scopes.includes(scopeOf(knownType(typeId), "read"));
}

export function existingType(name: string): ObjectType {
  rejectIfAny(objectTypeProblems({ objectType: name }));
  return knownType(name);
}

export function scopeOf({ typeId, plural }: ObjectType, action: "read" | "write"): string {
  if (plural === "tickets") return "tickets";
  if (typeId.startsWith("2-")) return `crm.objects.custom.${action}`;
  return `crm.objects.${activities.has(typeId) ? "contacts" : plural}.${action}`;
}
