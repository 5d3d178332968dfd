import { associationTypes } from "@crm-platform/types";
import type { AssociationLabel } from "../../store/documents.ts";
import type { DocumentStore, Link } from "../../store/store.ts";
import { activityTypeIds, typeIdOf } from "../records/objectTypes.ts";

/** A kind of association in one direction, from one object type to another, both by type id. */
export interface AssociationType {
  readonly id: number;
  /** `null` where only the legacy interface knows the type. */
  readonly name: string | null;
  /** What people call it; the default types have nothing but their name. */
  readonly label?: string;
  readonly fromType: string;
  readonly toType: string;
  /** The id of the way back. */
  readonly inverse: number;
  /** Of a primary type: the id of its twin without a label. Other types have none. */
  readonly unlabeled?: number;
}

/** The association types of an account, its own labels included. */
export interface AssociationTypes {
  /** The types that lead from one object type to another, those without a name included. */
  between(fromType: string, toType: string): readonly AssociationType[];
  /** The type of this name, in any case, that leads from one object type to another. */
  named(fromType: string, toType: string, name: string): AssociationType | undefined;
  withId(id: number): AssociationType | undefined;
  /**
   * What a definition of the legacy interface stands for. Mostly the type of that id; one that leads to or from any activity
   * stands for a type for each kind of activity. Empty when there is no such definition.
   */
  ofDefinition(id: number): readonly AssociationType[];
}

type Datum = Pick<(typeof associationTypes)[number], "id" | "name" | "from" | "to" | "inverse"> & { readonly primary?: boolean };
const data: readonly Datum[] = associationTypes;

const defaults: readonly AssociationType[] = data.filter((datum) => !isOfActivities(datum)).map(typeOf);
const defaultsById: ReadonlyMap<number, AssociationType> = new Map(defaults.map((type) => [type.id, type]));

/** The types that all accounts have. */
export const defaultAssociationTypes: AssociationTypes = {
  between: (fromType, toType) => defaults.filter((type) => type.fromType === fromType && type.toType === toType),
  named: (fromType, toType, name) => withName(defaultAssociationTypes.between(fromType, toType), name),
  withId: (id) => defaultsById.get(id),
  ofDefinition: (id) => definitions.get(id) ?? [],
};

const definitions: ReadonlyMap<number, readonly AssociationType[]> = new Map(
  data.map((datum) => [datum.id, isOfActivities(datum) ? typesOfActivities(datum) : defaults.filter((type) => type.id === datum.id)]),
);

export async function associationTypesOf(documents: DocumentStore): Promise<AssociationTypes> {
  const labels = await documents.list("associationLabel");
  return labels.length === 0 ? defaultAssociationTypes : withLabels(labels.map(({ document }) => document));
}

/** The default types and those of an account's labels. */
function withLabels(labels: readonly AssociationLabel[]): AssociationTypes {
  const { between, withId, ofDefinition } = defaultAssociationTypes;
  const types: AssociationTypes = {
    between: (fromType, toType) => [
      ...between(fromType, toType),
      ...labels.filter((label) => label.fromType === fromType && label.toType === toType),
    ],
    named: (fromType, toType, name) => withName(types.between(fromType, toType), name),
    withId: (id) => withId(id) ?? labels.find((label) => label.id === id),
    ofDefinition: (id) => {
      const known = ofDefinition(id);
      return known.length > 0 ? known : labels.filter((label) => label.id === id);
    },
  };
  return types;
}

/** An association as the store keeps it: both of its directions. */
export function bothDirections(type: AssociationType, fromId: string, toId: string): readonly [Link, Link] {
  const { fromType, toType, id, inverse } = type;
  return [
    { fromType, fromId, typeId: id, toType, toId },
    { fromType: toType, fromId: toId, typeId: inverse, toType: fromType, toId: fromId },
  ];
}

function withName(types: readonly AssociationType[], name: string): AssociationType | undefined {
  const wanted = name.toLowerCase();
  return types.find((type) => type.name?.toLowerCase() === wanted);
}

function typeOf({ id, name, from, to, inverse, primary }: Datum): AssociationType {
  const type: AssociationType = { id, name, fromType: typeIdOf(from), toType: typeIdOf(to), inverse };
  const twin = primary ? data.find((other) => other.name === `${name}_unlabeled`) : undefined;
  return twin ? { ...type, unlabeled: twin.id } : type;
}

/** Whether a type is between some object type and what the legacy interface calls engagements: activities of any kind. */
function isOfActivities({ from, to }: Datum): boolean {
  return from === "engagements" || to === "engagements";
}

// Both interfaces show one store, and the newer one knows each kind of activity by itself; so no link has such a type.
function typesOfActivities({ from, to }: Datum): AssociationType[] {
  return activityTypeIds.flatMap((activity) =>
    from === "engagements"
      ? defaultAssociationTypes.between(activity, typeIdOf(to))
      : defaultAssociationTypes.between(typeIdOf(from), activity),
  );
}
