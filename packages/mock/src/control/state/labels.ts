import type { AccountState, AssociationLabelState } from "../../generated/control/schemas.ts";
import { defaultAssociationTypes } from "../../handlers/associations/associationTypes.ts";
import { objectTypeOf } from "../../handlers/records/objectTypes.ts";
import type { AssociationLabel } from "../../store/documents.ts";
import type { Findings } from "./problems.ts";

// An id has 32 bits.
const greatestId = 2_147_483_647;

/** One direction of a custom association type, and where the state has it. */
interface Direction {
  readonly label: AssociationLabel;
  readonly field: string;
}

/**
 * The custom association types of a state, both directions of each.
 * @param kept those that the account has and keeps, unless the state has new ones in their place
 */
export function readLabels(state: AccountState, kept: readonly AssociationLabel[], findings: Findings): AssociationLabel[] {
  const directions = (state.associationLabels ?? []).flatMap((label, index) => readLabel(label, `associationLabels[${index}]`, findings));
  const keptById = new Map(kept.map((label) => [label.id, label]));
  const given = new Set(directions.map(({ label }) => label.id));
  const ids = new Set<number>();
  const names = new Set(kept.filter(({ id }) => !given.has(id)).map(nameKey));
  for (const { label, field } of directions) {
    const replaced = keptById.get(label.id);
    // What takes the place of a type has to be one of the same two: the way back would else lead to something else.
    const isOther = replaced !== undefined && (replaced.inverse !== label.inverse || pairKey(replaced) !== pairKey(label));
    if (ids.has(label.id) || isOther) findings.add(`${field}.id`, "taken", "an id that no other association type has");
    if (names.has(nameKey(label))) findings.add(`${field}.name`, "taken", `a name that no other association type has ${wayOf(label)}`);
    ids.add(label.id);
    names.add(nameKey(label));
  }
  return directions.map(({ label }) => label);
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

function readLabel(state: AssociationLabelState, field: string, findings: Findings): Direction[] {
  const { id, name, label } = state;
  const from = findings.objectType(state.from, `${field}.from`);
  const to = findings.objectType(state.to, `${field}.to`);
  if (!from || !to) return [];
  const isOwnWayBack = state.inverse === undefined && from.typeId === to.typeId;
  const back = state.inverse ?? (isOwnWayBack ? { id, name, label } : { id: id + 1, name, label });
  if (back.id > greatestId) findings.add(`${field}.id`, "maximum", `at most ${greatestId - 1}, as the next id is that of the way back`);
  const there = { label: { id, name, label, fromType: from.typeId, toType: to.typeId, inverse: back.id }, field };
  // What is wrong with a way back that was not given is mended at the label itself.
  const fieldOfBack = state.inverse === undefined ? field : `${field}.inverse`;
  const wayBack = { label: { ...back, fromType: to.typeId, toType: from.typeId, inverse: id }, field: fieldOfBack };
  const directions = isOwnWayBack ? [there] : [there, wayBack];
  for (const direction of directions) refuseDefaults(direction, findings);
  return directions;
}

function refuseDefaults({ label: { id, name, fromType, toType }, field }: Direction, findings: Findings): void {
  if (defaultAssociationTypes.ofDefinition(id).length > 0)
    findings.add(`${field}.id`, "taken", "an id that no default association type has");
  if (defaultAssociationTypes.named(fromType, toType, name)) {
    findings.add(`${field}.name`, "taken", "a name that no default association type has");
  }
}

function pairKey({ fromType, toType }: AssociationLabel): string {
  return `${fromType} ${toType}`;
}

function nameKey(label: AssociationLabel): string {
  return `${pairKey(label)} ${label.name}`;
}

function wayOf({ fromType, toType }: AssociationLabel): string {
  return `from ${objectTypeOf(fromType)?.plural ?? fromType} to ${objectTypeOf(toType)?.plural ?? toType}`;
}
