import type { Context } from "../../platform/context.ts";
import { requireScopes } from "../../platform/scopes/requireScopes.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { existingType, scopeOf } from "../records/scopes.ts";

/** @throws Rejection when the name is not an object type, or the token has none of the scopes for the type's properties */
export async function propertiesType(
  { objectType }: { readonly objectType: string },
  action: "read" | "write",
  { caller, store }: Context,
): Promise<ObjectType> {
  const type = await existingType(objectType, store);
  requireScopes(caller, "one", scopesOfProperties(type, action));
  return type;
}

/** Any one of the scopes is sufficient. Some commerce types have no separate scope for their properties. */
function scopesOfProperties(type: ObjectType, action: "read" | "write"): string[] {
  const records = [scopeOf(type, "read"), scopeOf(type, "write")];
  if (type.plural === "tickets") return ["tickets"];
  if (type.plural === "products" || type.plural === "line_items") return action === "write" ? ["e-commerce"] : ["e-commerce", ...records];
  const schema = scopeOf(type, action).replace("crm.objects.", "crm.schemas.");
  return action === "write" ? [schema] : [schema, ...records];
}
