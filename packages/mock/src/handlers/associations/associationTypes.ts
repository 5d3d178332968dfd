import { associationTypes } from "@crm-platform/types";
import type { Link } from "../../store/associations/associationStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import { activityTypeIds, companyType, typeIdOf } from "../records/objectTypes.ts";

/** One direction of an association type. The object types are ids. */
export interface AssociationType {
  readonly id: number;
  /** `null` for types that exist only in the v1 interface. */
  readonly name: string | null;
  /** `null` for the unlabeled type. */
  readonly label: string | null;
  readonly custom: boolean;
  readonly fromType: string;
  readonly toType: string;
  readonly inverse: number;
  /** For a primary type, the id of the unlabeled type. */
  readonly unlabeled?: number;
}

export interface AssociationTypes {
  readonly all: readonly AssociationType[];
  /** Returns all types between two object types, including types without a name. */
  between(fromType: string, toType: string): readonly AssociationType[];
  withId(id: number): AssociationType | undefined;
  /** Returns the types with a definition id of the v1 interface: several types for activities, and none for an unknown id. */
  ofDefinition(id: number): readonly AssociationType[];
}

type Datum = Pick<(typeof associationTypes)[number], "id" | "name" | "from" | "to" | "inverse"> & {
  readonly primary?: boolean;
  readonly label?: string;
};
const data: readonly Datum[] = associationTypes;

const defaults: readonly AssociationType[] = data.filter((datum) => !isOfActivities(datum)).map(typeOf);
const defaultsById: ReadonlyMap<number, AssociationType> = new Map(defaults.map((type) => [type.id, type]));

export const defaultAssociationTypes: AssociationTypes = typesWith([]);

const definitions: ReadonlyMap<number, readonly AssociationType[]> = new Map(
  data.map((datum) => [datum.id, isOfActivities(datum) ? typesOfActivities(datum) : defaults.filter((type) => type.id === datum.id)]),
);

export async function associationTypesOf(documents: DocumentStore): Promise<AssociationTypes> {
  const labels = await documents.list("associationLabel");
  if (labels.length === 0) return defaultAssociationTypes;
  return typesWith(labels.map(({ document }) => ({ ...document, custom: true })).sort((one, other) => one.id - other.id));
}

/** Returns the type without a label. A custom object type has one only with the types with which it can be associated. */
export function unlabeledType(types: readonly AssociationType[]): AssociationType | undefined {
  return types.find((type) => type.label === null);
}

const leadType = typeIdOf("leads");

/** Whether the type leads to the primary company of a record, or to a primary record of a lead. A record has at most one of each type. */
export function isToPrimary({ unlabeled, fromType, toType }: AssociationType): boolean {
  return unlabeled !== undefined && (toType === companyType || fromType === leadType);
}

/** Finds a type by its name, ignoring case. */
export function typeNamed(types: readonly AssociationType[], name: string): AssociationType | undefined {
  return types.find((type) => type.name?.toLowerCase() === name.toLowerCase());
}

function typesWith(labels: readonly AssociationType[]): AssociationTypes {
  const all = [...defaults, ...labels];
  return {
    all,
    between: (fromType, toType) => all.filter((type) => type.fromType === fromType && type.toType === toType),
    withId: (id) => defaultsById.get(id) ?? labels.find((label) => label.id === id),
    ofDefinition: (id) => definitions.get(id) ?? labels.filter((label) => label.id === id),
  };
}

export function bothDirections(type: AssociationType, fromId: string, toId: string): readonly [Link, Link] {
  const { fromType, toType, id, inverse } = type;
  return [
    { fromType, fromId, typeId: id, toType, toId },
    { fromType: toType, fromId: toId, typeId: inverse, toType: fromType, toId: fromId },
  ];
}

function typeOf({ id, name, from, to, inverse, primary, label }: Datum): AssociationType {
  const ends = { fromType: typeIdOf(from), toType: typeIdOf(to) };
  const type: AssociationType = { id, name, label: primary ? "Primary" : (label ?? null), custom: false, ...ends, inverse };
  const twin = primary ? data.find((other) => other.name === `${name}_unlabeled`) : undefined;
  return twin ? { ...type, unlabeled: twin.id } : type;
}

/** The v1 interface uses the name `engagements` for activities of any kind. */
function isOfActivities({ from, to }: Datum): boolean {
  return from === "engagements" || to === "engagements";
}

// Stored links have the type of a specific kind of activity, as in the newer interface.
function typesOfActivities({ from, to }: Datum): AssociationType[] {
  return activityTypeIds.flatMap((activity) =>
    from === "engagements"
      ? defaultAssociationTypes.between(activity, typeIdOf(to))
      : defaultAssociationTypes.between(typeIdOf(from), activity),
  );
}
