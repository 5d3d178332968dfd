import type { AssociationTypeEntry, LabelChange, LabelInput } from "../../../generated/control/schemas.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "../../../handlers/associations/associationTypes.ts";
import { endsOf } from "../../../handlers/associations/ends.ts";
import { type Directions, defineLabel, directionsOf, removeLabel, renameLabel } from "../../../handlers/associations/labels.ts";
import { existing } from "../../../handlers/common/problems.ts";
import { pluralOf } from "../../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../../store/accountStore.ts";
import type { ControlContext } from "../../context.ts";
import { changeRecords, existingAccount } from "../../existingAccount.ts";
import { Findings } from "../../state/problems.ts";

export interface LabelFilter {
  readonly fromObjectType?: string;
  readonly toObjectType?: string;
}

export async function listLabels(context: ControlContext, accountId: number, filter: LabelFilter): Promise<AssociationTypeEntry[]> {
  const { documents } = await existingAccount(context, accountId);
  const { fromObjectType, toObjectType } = filter;
  const findings = new Findings();
  const from = fromObjectType === undefined ? undefined : findings.objectType(fromObjectType, "fromObjectType");
  const to = toObjectType === undefined ? undefined : findings.objectType(toObjectType, "toObjectType");
  findings.reject();
  const types = await associationTypesOf(documents);
  return types.all
    .filter(({ fromType, toType }) => (!from || from.typeId === fromType) && (!to || to.typeId === toType))
    .map((type) => entryOf(type, types))
    .sort((one, other) => one.typeId - other.typeId);
}

/** @throws Rejection when the account or an object type does not exist, the name is already in use, or there are too many labels */
export async function createLabel(context: ControlContext, accountId: number, input: LabelInput): Promise<AssociationTypeEntry> {
  return changeRecords(context, accountId, async ({ account }) => {
    const { id } = await defineLabel(account, await endsOf(input, account), input);
    return entryWith(account, id);
  });
}

/** @throws Rejection when the label or the inverse label to change does not exist */
export async function updateLabel(
  context: ControlContext,
  accountId: number,
  typeId: number,
  change: LabelChange,
): Promise<AssociationTypeEntry> {
  return changeRecords(context, accountId, async ({ account }) => {
    await renameLabel(account, await existingLabel(account, typeId), change);
    return entryWith(account, typeId);
  });
}

export async function deleteLabel(context: ControlContext, accountId: number, typeId: number): Promise<void> {
  await changeRecords(context, accountId, async ({ account }) => removeLabel(account, await existingLabel(account, typeId)));
}

async function existingLabel(account: AccountStore, typeId: number): Promise<Directions> {
  return existing(await directionsOf(account, typeId), "The account has no label with this type id.");
}

async function entryWith({ documents }: AccountStore, typeId: number): Promise<AssociationTypeEntry> {
  const types = await associationTypesOf(documents);
  const type = types.withId(typeId);
  if (!type) throw new Error(`The association type ${typeId} was not stored.`);
  return entryOf(type, types);
}

function entryOf(type: AssociationType, types: AssociationTypes): AssociationTypeEntry {
  const { id, custom, fromType, toType } = type;
  const inverse = types.withId(type.inverse) ?? type;
  return {
    typeId: id,
    custom,
    fromObjectType: pluralOf(fromType),
    toObjectType: pluralOf(toType),
    ...textsOf(type),
    inverse: { typeId: inverse.id, ...textsOf(inverse) },
  };
}

function textsOf({ name, label }: AssociationType) {
  return { name: name ?? "", label: label ?? "" };
}
