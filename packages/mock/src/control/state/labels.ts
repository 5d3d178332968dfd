import type { AccountState, AssociationLabelState } from "../../generated/control/schemas.ts";
import { defaultAssociationTypes } from "../../handlers/associationTypes.ts";
import { objectTypeOf } from "../../handlers/objectTypes.ts";
import type { AssociationLabel } from "../../store/documents.ts";
import type { Findings } from "./problems.ts";

/** The custom association types of a state, both directions of each. */
export function readLabels(state: AccountState, findings: Findings): AssociationLabel[] {
  const labels = (state.associationLabels ?? []).flatMap((label, index) => readLabel(label, `associationLabels[${index}]`, findings));
  findings.twice(
    labels.map(({ id }) => String(id)),
    () => "associationLabels",
  );
  return labels;
}

/** The custom association types of an account, each way and its way back as one. */
export function shownLabels(labels: readonly AssociationLabel[]): AssociationLabelState[] {
  const byId = new Map(labels.map((label) => [label.id, label]));
  return labels
    .filter(({ id, inverse }) => id <= inverse || !byId.has(inverse))
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name, label, fromType, toType, inverse }) => {
      const back = inverse === id ? undefined : byId.get(inverse);
      return {
        id,
        name,
        label,
        from: objectTypeOf(fromType)?.plural ?? fromType,
        to: objectTypeOf(toType)?.plural ?? toType,
        ...(back ? { inverse: { id: back.id, name: back.name, label: back.label } } : {}),
      };
    });
}

function readLabel(state: AssociationLabelState, field: string, findings: Findings): AssociationLabel[] {
  const { id, name, label } = state;
  const from = findings.objectType(state.from, `${field}.from`);
  const to = findings.objectType(state.to, `${field}.to`);
  if (!from || !to) return [];
  const isOwnWayBack = state.inverse === undefined && from.typeId === to.typeId;
  const back = state.inverse ?? (isOwnWayBack ? { id, name, label } : { id: id + 1, name, label });
  const there = { id, name, label, fromType: from.typeId, toType: to.typeId, inverse: back.id };
  const directions = isOwnWayBack ? [there] : [there, { ...back, fromType: to.typeId, toType: from.typeId, inverse: id }];
  for (const direction of directions) refuseDefaults(direction, field, findings);
  return directions;
}

function refuseDefaults({ id, name, fromType, toType }: AssociationLabel, field: string, findings: Findings): void {
  if (defaultAssociationTypes.ofDefinition(id).length > 0)
    findings.add(`${field}.id`, "taken", "an id that no default association type has");
  if (defaultAssociationTypes.named(fromType, toType, name)) {
    findings.add(`${field}.name`, "taken", "a name that no default association type has");
  }
}
