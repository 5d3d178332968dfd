import type { AccountState, ObjectSchemaState } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { roleProblems, rolesOf } from "../../handlers/objectSchemas/properties.ts";
import {
  builtInType,
  isCustomId,
  type ObjectTypes,
  objectTypeOf,
  objectTypesWith,
  schemaNames,
} from "../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredObjectSchema } from "../../store/documents/documents.ts";
import type { Findings } from "./problems.ts";

/** Finds object types by the names that a state can use. @param kept the account's own custom types */
export function objectTypesIn(state: AccountState, kept: readonly StoredObjectSchema[], accountId: number): ObjectTypes {
  const named = objectTypesWith([...kept, ...(state.objectSchemas ?? []).map((schema) => storedSchema(schema, 0))], accountId);
  return (name) => named(name) ?? objectTypeOf(name);
}

export function storedSchema(state: ObjectSchemaState, now: number): StoredObjectSchema {
  const { name, createdAt = timestampOf(now) } = state;
  return {
    labels: { singular: name, plural: name },
    primaryDisplayProperty: "hs_object_id",
    secondaryDisplayProperties: [],
    requiredProperties: [],
    searchableProperties: [],
    allowsSensitiveProperties: false,
    createdAt,
    updatedAt: createdAt,
    archived: false,
    ...state,
  };
}

export function checkNames(
  { objectSchemas = [] }: AccountState,
  kept: readonly StoredObjectSchema[],
  accountId: number,
  findings: Findings,
): void {
  const namesOf = ({ name, objectTypeId }: ObjectSchemaState) => schemaNames(name, accountId).map((one) => [one, objectTypeId] as const);
  const taken = new Map(kept.flatMap(namesOf));
  for (const [index, schema] of objectSchemas.entries()) {
    const own = namesOf(schema);
    if (builtInType(schema.name) || own.some(([name, typeId]) => (taken.get(name) ?? typeId) !== typeId)) {
      findings.add(`objectSchemas[${index}].name`, "taken", "a name that no other object type uses");
    }
    for (const [name, typeId] of own) taken.set(name, typeId);
  }
}

/** Checks the lists of properties as a request does. @param schemas those of the state, in the same order */
export async function checkRoles({ records }: AccountStore, schemas: readonly StoredObjectSchema[], findings: Findings): Promise<void> {
  for (const [index, schema] of schemas.entries()) {
    const { objectTypeId } = schema;
    findings.addAll(`objectSchemas[${index}]`, roleProblems(objectTypeId, rolesOf(schema), await records.properties(objectTypeId)));
  }
}

/** Returns object types for the ids of custom types that a state uses without defining them. */
export function undefinedSchemas(typeIds: Iterable<string>, defined: readonly StoredObjectSchema[], now: number): StoredObjectSchema[] {
  const definedIds = new Set(defined.map(({ objectTypeId }) => objectTypeId));
  const missing = [...new Set(typeIds)].filter((typeId) => isCustomId(typeId) && !definedIds.has(typeId));
  const taken = new Set(defined.map(({ name }) => name.toLowerCase()));
  return missing.map((objectTypeId) => {
    let name = `custom_${objectTypeId.slice(2)}`;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return storedSchema({ objectTypeId, name }, now);
  });
}
