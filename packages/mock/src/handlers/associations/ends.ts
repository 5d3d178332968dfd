import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { existingTypes, requireTypes } from "../records/scopes.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "./associationTypes.ts";

export interface Path {
  readonly fromObjectType: string;
  readonly toObjectType: string;
}

export interface Ends {
  readonly from: ObjectType;
  readonly to: ObjectType;
  readonly fromType: string;
  readonly toType: string;
  /** The association types between all object types. */
  readonly types: AssociationTypes;
  /** The types in this direction. */
  readonly between: readonly AssociationType[];
}

/** @throws Rejection when a name is not an object type, or the token lacks the scopes of both types */
export async function accessedEnds(path: Path, action: "read" | "write", context: Context): Promise<Ends> {
  const ends = await endsOf(path, context.store);
  requireTypes([ends.from, ends.to], action, context);
  return ends;
}

export async function endsOf({ fromObjectType, toObjectType }: Path, store: AccountStore): Promise<Ends> {
  const [from, to] = (await existingTypes({ fromObjectType, toObjectType }, store)) as [ObjectType, ObjectType];
  const types = await associationTypesOf(store.documents);
  return { from, to, fromType: from.typeId, toType: to.typeId, types, between: types.between(from.typeId, to.typeId) };
}
