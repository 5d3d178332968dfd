import { missingScopes } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { rejectIfAny } from "../common/problems.ts";
import { knownType, type ObjectType, objectTypeProblems, typeIdOf } from "./objectTypes.ts";

/** Activities, whose records require the same scopes as contacts. */
const activities: ReadonlySet<string> = new Set(
  ["calls", "communications", "emails", "meetings", "notes", "postal_mail", "tasks"].map(typeIdOf),
);

/** @throws Rejection when the name is not an object type, or the token lacks the type's scope */
export function accessedType(name: string, action: "read" | "write", context: Context): ObjectType {
  const type = existingType(name);
  requireScopes([type], action, context);
  return type;
}

/** @throws Rejection when the token lacks the scope of an object type; the error names all missing scopes */
export function requireScopes(types: readonly ObjectType[], action: "read" | "write", { caller }: Pick<Context, "caller">): void {
  const required = new Set(types.map((type) => scopeOf(type, action)));
  const missing = [...required].filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) throw missingScopes(missing, "all");
}

export function canRead(typeId: string, { caller }: Pick<Context, "caller">): boolean {
  return caller.scopes.includes(scopeOf(knownType(typeId), "read"));
}

/** @throws Rejection when the name is not an object type, or the token has none of the scopes for the type's properties */
export function propertiesType(name: string, action: "read" | "write", { caller }: Context): ObjectType {
  const type = existingType(name);
  const scopes = scopesOfProperties(type, action);
  if (!scopes.some((scope) => caller.scopes.includes(scope))) throw missingScopes(scopes);
  return type;
}

function existingType(name: string): ObjectType {
  rejectIfAny(objectTypeProblems({ objectType: name }));
  return knownType(name);
}

function scopeOf({ typeId, plural }: ObjectType, action: "read" | "write"): string {
  if (plural === "tickets") return "tickets";
  if (typeId.startsWith("2-")) return `crm.objects.custom.${action}`;
  return `crm.objects.${activities.has(typeId) ? "contacts" : plural}.${action}`;
}

/** Any one of the scopes is sufficient. Some commerce types have no separate scope for their properties. */
function scopesOfProperties(type: ObjectType, action: "read" | "write"): string[] {
  const records = [scopeOf(type, "read"), scopeOf(type, "write")];
  if (type.plural === "tickets") return ["tickets"];
  if (type.plural === "products" || type.plural === "line_items") return action === "write" ? ["e-commerce"] : ["e-commerce", ...records];
  const schema = scopeOf(type, action).replace("crm.objects.", "crm.schemas.");
  return action === "write" ? [schema] : [schema, ...records];
}
