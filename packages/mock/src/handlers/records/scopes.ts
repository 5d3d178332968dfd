import type { Context } from "../../platform/context.ts";
import { requireScopes } from "../../platform/scopes/requireScopes.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { rejectIfAny } from "../common/problems.ts";
import { isCustomId, knownType, type ObjectType, objectTypeProblems, objectTypesNamed, typeIdOf } from "./objectTypes.ts";

/** Activities, whose records require the same scopes as contacts. */
const activities: ReadonlySet<string> = new Set(
  ["calls", "communications", "emails", "meetings", "notes", "postal_mail", "tasks"].map(typeIdOf),
);

/** @throws Rejection when the name is not an object type, or the token lacks the type's scope */
export async function accessedType(
  { objectType }: { readonly objectType: string },
  action: "read" | "write",
  context: Context,
): Promise<ObjectType> {
  const type = await existingType(objectType, context.store);
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

/** @throws Rejection when the name is not an object type of the account */
export async function existingType(name: string, store: AccountStore): Promise<ObjectType> {
  const [type] = await existingTypes({ objectType: name }, store);
  if (!type) throw new Error(`Unknown object type ${name}.`);
  return type;
}

/** Returns the types in the order of the names, which are keyed by their fields. @throws Rejection when a name is not an object type */
export async function existingTypes(names: Readonly<Record<string, string>>, store: AccountStore): Promise<ObjectType[]> {
  const typeNamed = await objectTypesNamed(Object.values(names), store);
  rejectIfAny(objectTypeProblems(names, typeNamed));
  return Object.values(names).flatMap((name) => typeNamed(name) ?? []);
}

export function scopeOf({ typeId, plural }: ObjectType, action: "read" | "write"): string {
  if (plural === "tickets") return "tickets";
  if (isCustomId(typeId)) return `crm.objects.custom.${action}`;
  return `crm.objects.${activities.has(typeId) ? "contacts" : plural}.${action}`;
}
