import type { LabelsListParams } from "../../generated/control/operations.ts";
import type { AssociationTypeEntry } from "../../generated/control/schemas.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "../../handlers/associations/associationTypes.ts";
import { objectTypesNamed, pluralOf } from "../../handlers/records/objectTypes.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount } from "../existingAccount.ts";
import { Findings } from "../state/problems.ts";

export async function listLabels(context: ControlContext, accountId: number, filter: LabelsListParams): Promise<AssociationTypeEntry[]> {
  const account = await existingAccount(context, accountId);
  const { fromObjectType, toObjectType } = filter;
  const names = [fromObjectType, toObjectType].filter((name) => name !== undefined);
  const findings = new Findings(await objectTypesNamed(names, account));
  const from = fromObjectType === undefined ? undefined : findings.objectType(fromObjectType, "fromObjectType");
  const to = toObjectType === undefined ? undefined : findings.objectType(toObjectType, "toObjectType");
  findings.reject();
  const types = await associationTypesOf(account.documents);
  return types.all
    .filter(({ fromType, toType }) => (!from || from.typeId === fromType) && (!to || to.typeId === toType))
    .map((type) => entryOf(type, types))
    .sort((one, other) => one.typeId - other.typeId);
}

function entryOf(type: AssociationType, types: AssociationTypes): AssociationTypeEntry {
  const { id, custom, label, fromType, toType } = type;
  const inverse = types.withId(type.inverse) ?? type;
  return {
    typeId: id,
    custom: custom && label !== null,
    fromObjectType: pluralOf(fromType),
    toObjectType: pluralOf(toType),
    ...textsOf(type),
    inverse: { typeId: inverse.id, ...textsOf(inverse) },
  };
}

function textsOf({ name, label }: AssociationType) {
  return { name: name ?? "", label: label ?? "" };
}
