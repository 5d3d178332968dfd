import type { CrmRecord, CrmRecordWithAssociations, RecordAssociationInput, RecordAssociationList } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { Pair } from "../associations/associate.ts";
import {
  type AssociationTypes,
  associationTypesOf,
  bothDirections,
  defaultAssociationTypes,
  typeNamed,
  unlabeledType,
} from "../associations/associationTypes.ts";
import { linksAfter } from "../associations/linksAfter.ts";
import { rejectMissing } from "../associations/missingRecords.ts";
import { enoughForPage, pageOf } from "../associations/paging.ts";
import { categoryOf, validTypes } from "../associations/specs.ts";
import { pagingOf } from "../common/paging.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { knownType, type ObjectType } from "./objectTypes.ts";
import { existingTypes, requireTypes } from "./scopes.ts";

/** Contains the id of a contact's primary company. Setting the property associates the company. */
export const primaryCompanyProperty = "associatedcompanyid";

const primaryCompanyType = typeNamed(defaultAssociationTypes.all, "contact_to_company");

export function primaryAssociation(companyId: string): RecordAssociationInput {
  return {
    to: { id: companyId },
    types: [{ associationCategory: "SERVICE_DEFINED", associationTypeId: primaryCompanyType?.id ?? 0 }],
  };
}

/** The company stays associated without a label. @throws Rejection when the token lacks the scope for writing companies */
export async function deletePrimaryCompany(contactId: string, { store, caller }: Context): Promise<void> {
  if (!primaryCompanyType) return;
  requireTypes([knownType(primaryCompanyType.toType)], "write", { caller });
  const { id, fromType, toType } = primaryCompanyType;
  const links = (await store.associations.from(fromType, [contactId], toType)).filter(({ typeId }) => typeId === id);
  await store.associations.remove(links.flatMap(({ toId }) => bothDirections(primaryCompanyType, contactId, toId)));
}

/**
 * @throws Rejection when an association type does not start from the object type, the token lacks the scope of another object type, or
 * another record does not exist
 */
export async function newPairs(
  { typeId }: ObjectType,
  fromId: string,
  inputs: readonly RecordAssociationInput[],
  context: Context,
  place: string,
): Promise<Pair[]> {
  if (inputs.length === 0) return [];
  const { store } = context;
  const types = await associationTypesOf(store.documents);
  const problems: Problem[] = [];
  const pairs = inputs.flatMap(({ to, types: specs }, index) =>
    specs.flatMap(({ associationCategory: category, associationTypeId: id }, position) => {
      const field = `${place}[${index}].types[${position}]`;
      const type = types.withId(id);
      if (type?.fromType !== typeId) {
        const valid = validTypes(types.all.filter(({ fromType }) => fromType === typeId));
        const expectation = `must be the id of an association type from this object type${valid}`;
        problems.push(problemOf(`${field}.associationTypeId`, "associationType", expectation, id));
        return [];
      }
      if (category !== categoryOf(type)) {
        problems.push(problemOf(`${field}.associationCategory`, "category", `must be ${categoryOf(type)}`, category));
        return [];
      }
      return [{ type, fromId, toId: to.id, place }];
    }),
  );
  rejectIfAny(problems);
  requireTypes(
    pairs.map(({ type }) => knownType(type.toType)),
    "write",
    context,
  );
  await rejectMissing(
    store,
    pairs.map(({ type, toId }) => [type.toType, toId]),
  );
  return pairs.flatMap((pair) => [...unlabeledPairs(pair, types), pair]);
}

/** Creating a labeled association also creates the unlabeled one. */
function unlabeledPairs(pair: Pair, types: AssociationTypes): Pair[] {
  const plain = pair.type.label === null ? undefined : unlabeledType(types.between(pair.type.fromType, pair.type.toType));
  return plain ? [{ ...pair, type: plain }] : [];
}

/** Adds the first page for each object type. Omits archived records, as the other interfaces do. */
export async function withAssociations(
  type: ObjectType,
  records: readonly CrmRecord[],
  names: readonly string[] | undefined,
  context: Context,
): Promise<CrmRecordWithAssociations[]> {
  if (names === undefined || names.length === 0) return [...records];
  const { store } = context;
  const others = await existingTypes(Object.fromEntries(names.map((name, index) => [`associations[${index}]`, name])), store);
  requireTypes(others, "read", context);
  const types = await associationTypesOf(store.documents);
  const lists = records.map((): Record<string, RecordAssociationList> => ({}));
  const starts = records.map(({ id }) => ({ id, after: 0 }));
  for (const other of others) {
    const linksPerRecord = await linksAfter(store, types.between(type.typeId, other.typeId), starts, enoughForPage);
    for (const [index, links] of linksPerRecord.entries()) {
      const { page, next } = pageOf(links, undefined);
      const list = lists[index];
      if (!list || page.length === 0) continue;
      const results = page.map(({ toId, typeId }) => ({ id: toId, type: types.withId(typeId)?.name ?? String(typeId) }));
      list[other.plural] = { results, ...pagingOf(next) };
    }
  }
  return records.map((record, index) => {
    const associations = lists[index] ?? {};
    return Object.keys(associations).length === 0 ? record : { ...record, associations };
  });
}
