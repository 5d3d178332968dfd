import type { AccountState, AssociationState } from "../../generated/control/schemas.ts";
import { associate, type Pair } from "../../handlers/associations/associate.ts";
import {
  type AssociationType,
  type AssociationTypes,
  associationTypesOf,
  typeNamed,
} from "../../handlers/associations/associationTypes.ts";
import { compareValues } from "../../handlers/common/filters.ts";
import { type ObjectTypes, pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import { Findings } from "./problems.ts";

/** Must be called after records and labels have been written. @throws Rejection for types and records that do not exist */
export async function writeAssociations(account: AccountStore, { associations = [] }: AccountState, typeNamed: ObjectTypes): Promise<void> {
  if (associations.length === 0) return;
  const findings = new Findings(typeNamed);
  const types = await associationTypesOf(account.documents);
  const pairs = associations.map((association, index) => readPair(association, `associations[${index}]`, types, findings));
  findings.reject();
  const validPairs = pairs.filter((pair) => pair !== undefined);
  await rejectMissing(account, validPairs);
  await associate(account.associations, validPairs);
}

/** Lists an association and its inverse only once. */
export async function shownAssociations(account: AccountStore): Promise<AssociationState[]> {
  const types = await associationTypesOf(account.documents);
  const links = (await account.associations.list()).filter((link) => isFirstDirection(link, types.withId(link.typeId)));
  return links.toSorted(byEnds).map((link) => ({
    from: `${pluralOf(link.fromType)}/${link.fromId}`,
    to: `${pluralOf(link.toType)}/${link.toId}`,
    type: types.withId(link.typeId)?.name ?? String(link.typeId),
  }));
}

function readPair({ from, to, type }: AssociationState, field: string, types: AssociationTypes, findings: Findings): Pair | undefined {
  const start = readEnd(from, `${field}.from`, findings);
  const end = readEnd(to, `${field}.to`, findings);
  if (!start || !end) return undefined;
  const associationType = typeNamed(types.between(start.typeId, end.typeId), type) ?? typeById(type, types);
  if (associationType?.fromType === start.typeId && associationType.toType === end.typeId)
    return { type: associationType, fromId: start.id, toId: end.id };
  findings.add(`${field}.type`, "associationType", `the name or the id of an association type from ${start.plural} to ${end.plural}`);
  return undefined;
}

function readEnd(text: string, field: string, findings: Findings): { typeId: string; plural: string; id: string } | undefined {
  const [, name = "", id = ""] = /^([^/]+)\/([1-9]\d{0,14})$/.exec(text) ?? [];
  if (id === "") findings.add(field, "pattern", "an object type and the id of a record, for example contacts/3101");
  const type = id === "" ? undefined : findings.objectType(name, field);
  return type && { typeId: type.typeId, plural: type.plural, id };
}

function typeById(text: string, types: AssociationTypes): AssociationType | undefined {
  return /^\d+$/.test(text) ? types.withId(Number(text)) : undefined;
}

async function rejectMissing(account: AccountStore, pairs: readonly Pair[]): Promise<void> {
  const ends = pairs.flatMap(({ type, fromId, toId }, index) => [
    { typeId: type.fromType, id: fromId, field: `associations[${index}].from` },
    { typeId: type.toType, id: toId, field: `associations[${index}].to` },
  ]);
  const findings = new Findings();
  for (const typeId of new Set(ends.map((end) => end.typeId))) {
    const ofType = ends.filter((end) => end.typeId === typeId);
    const records = await account.records.find(typeId, [...new Set(ofType.map(({ id }) => id))]);
    const ids = new Set(records.map(({ id }) => id));
    for (const { id, field } of ofType) if (!ids.has(id)) findings.add(field, "record", "a record in the account");
  }
  findings.reject();
}

/** A state lists one direction: the one with the smaller type id or, if the type is its own inverse, with the smaller `fromId`. */
function isFirstDirection({ typeId, fromId, toId }: Link, type: AssociationType | undefined): boolean {
  if (!type || type.inverse === typeId) return Number(fromId) <= Number(toId);
  return typeId < type.inverse;
}

function byEnds(one: Link, other: Link): number {
  return (
    compareValues(one.fromType, other.fromType) ||
    Number(one.fromId) - Number(other.fromId) ||
    compareValues(one.toType, other.toType) ||
    Number(one.toId) - Number(other.toId) ||
    one.typeId - other.typeId
  );
}
