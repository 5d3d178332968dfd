import type { AccountState, AssociationLabelState } from "../../generated/control/schemas.ts";
import { defaultAssociationTypes, typeNamed } from "../../handlers/associations/associationTypes.ts";
import { present } from "../../handlers/common/present.ts";
import { isCustomId, pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AssociationLabel } from "../../store/documents/documents.ts";
import type { Findings } from "./problems.ts";

const maxId = 2_147_483_647;

interface Direction {
  readonly label: AssociationLabel;
  readonly field: string;
}

/** Returns both directions of each type. @param kept the account's own types, which the state may replace */
export function readLabels(state: AccountState, kept: readonly AssociationLabel[], findings: Findings): AssociationLabel[] {
  const directions = (state.associationLabels ?? []).flatMap((label, index) => readLabel(label, `associationLabels[${index}]`, findings));
  const keptById = new Map(kept.map((label) => [label.id, label]));
  const newIds = new Set(directions.map(({ label }) => label.id));
  const ids = new Set<number>();
  const names = new Set(kept.filter(({ id }) => !newIds.has(id)).map(nameKey));
  for (const { label, field } of directions) {
    const replaced = keptById.get(label.id);
    // A replacement must keep the label's object types and inverse. Otherwise, the inverse would refer to a different association type.
    const isOther = replaced !== undefined && (replaced.inverse !== label.inverse || pairKey(replaced) !== pairKey(label));
    if (ids.has(label.id) || isOther) findings.add(`${field}.id`, "taken", "an id that no other association type uses");
    if (names.has(nameKey(label))) findings.add(`${field}.name`, "taken", `a name that no other association type ${wayOf(label)} uses`);
    ids.add(label.id);
    names.add(nameKey(label));
  }
  return directions.map(({ label }) => label);
}

export function checkLimits({ associationLimits = [] }: AccountState, labels: readonly AssociationLabel[], findings: Findings): void {
  const ids = new Set(labels.map(({ id }) => id));
  for (const [index, { typeId }] of associationLimits.entries()) {
    if (ids.has(typeId) || defaultAssociationTypes.withId(typeId)) continue;
    findings.add(`associationLimits[${index}].typeId`, "associationType", "the id of an association type in the account");
  }
}

export function shownLabels(labels: readonly AssociationLabel[]): AssociationLabelState[] {
  const byId = new Map(labels.map((label) => [label.id, label]));
  return labels
    .filter(({ id, inverse }) => id <= inverse || !byId.has(inverse))
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name, label, fromType, toType, inverse, createdAt }) => {
      const back = inverse === id ? undefined : byId.get(inverse);
      return {
        id,
        name,
        label,
        ...present({ createdAt }),
        from: pluralOf(fromType),
        to: pluralOf(toType),
        ...(back ? { inverse: { id: back.id, name: back.name, label: back.label } } : {}),
      };
    });
}

function readLabel(state: AssociationLabelState, field: string, findings: Findings): Direction[] {
  const { id, name, label } = state;
  const from = findings.objectType(state.from, `${field}.from`);
  const to = findings.objectType(state.to, `${field}.to`);
  if (!from || !to) return [];
  const isOwnInverse = state.inverse === undefined && from.typeId === to.typeId;
  const inverse = state.inverse ?? (isOwnInverse ? { id, name, label } : { id: id + 1, name, label });
  if (label === null && ![from, to].some(({ typeId }) => isCustomId(typeId)))
    findings.add(`${field}.label`, "type", "a string, because the object types have a default type without a label");
  if (inverse.id > maxId) findings.add(`${field}.id`, "maximum", `at most ${maxId - 1}, because the inverse uses the next id`);
  const created = present({ createdAt: state.createdAt });
  const there = { label: { id, name, label, ...created, fromType: from.typeId, toType: to.typeId, inverse: inverse.id }, field };
  // Problems with a derived inverse are reported for the label itself.
  const inverseField = state.inverse === undefined ? field : `${field}.inverse`;
  const back = { label: { ...inverse, ...created, fromType: to.typeId, toType: from.typeId, inverse: id }, field: inverseField };
  const directions = isOwnInverse ? [there] : [there, back];
  for (const direction of directions) rejectDefaults(direction, findings);
  return directions;
}

function rejectDefaults({ label: { id, name, fromType, toType }, field }: Direction, findings: Findings): void {
  if (defaultAssociationTypes.ofDefinition(id).length > 0)
    findings.add(`${field}.id`, "taken", "an id that no default association type uses");
  if (typeNamed(defaultAssociationTypes.between(fromType, toType), name)) {
    findings.add(`${field}.name`, "taken", "a name that no default association type uses");
  }
}

function pairKey({ fromType, toType }: AssociationLabel): string {
  return `${fromType} ${toType}`;
}

function nameKey(label: AssociationLabel): string {
  return `${pairKey(label)} ${label.name.toLowerCase()}`;
}

function wayOf({ fromType, toType }: AssociationLabel): string {
  return `from ${pluralOf(fromType)} to ${pluralOf(toType)}`;
}
