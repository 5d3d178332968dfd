import type { AccountState, PropertyState } from "../../generated/control/schemas.ts";
import { builtInProperties, isBuiltIn } from "../../handlers/records/builtInProperties.ts";
import { contactType } from "../../handlers/records/contacts.ts";
import { pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AccountStore, PropertyDefinition, StoredRecord } from "../../store/store.ts";
import type { Findings } from "./problems.ts";

/** Defines the built-in unique properties in the store, which enforces them. */
export async function defineBuiltInProperties(account: AccountStore): Promise<void> {
  const unique = builtInProperties(contactType).filter((property) => property.unique);
  await account.records.defineProperties(contactType, unique);
}

export function readProperties(state: AccountState, findings: Findings): Map<string, PropertyDefinition[]> {
  const defined = new Map<string, PropertyDefinition[]>();
  for (const [name, properties] of Object.entries(state.properties ?? {})) {
    const type = findings.objectType(name, `properties.${name}`);
    if (!type) continue;
    const own = properties.map((property) => ({ name: property.name, unique: property.unique ?? false }));
    const known = own.filter((property, index) => {
      findings.name(property.name, `properties.${name}[${index}].name`);
      const isOwn = !isBuiltIn(type.typeId, property.name);
      if (!isOwn) findings.add(`properties.${name}[${index}].name`, "builtIn", "a name that no built-in property has");
      return isOwn;
    });
    const all = [...(defined.get(type.typeId) ?? []), ...known];
    findings.twice(
      all.map((property) => property.name),
      (index) => `properties.${name}[${index}].name`,
    );
    defined.set(type.typeId, all);
  }
  return defined;
}

export async function writeProperties(
  account: AccountStore,
  defined: ReadonlyMap<string, readonly PropertyDefinition[]>,
  records: ReadonlyMap<string, readonly StoredRecord[]>,
): Promise<void> {
  for (const typeId of new Set([...defined.keys(), ...records.keys()])) {
    const given = defined.get(typeId) ?? [];
    const known = new Set([...given, ...(await account.records.properties(typeId))].map(({ name }) => name));
    const used = new Set((records.get(typeId) ?? []).flatMap((record) => Object.keys(record.properties)));
    const fresh = [...used].filter((name) => !known.has(name) && !isBuiltIn(typeId, name));
    const all = [...given, ...fresh.map((name) => ({ name, unique: false }))];
    if (all.length > 0) await account.records.defineProperties(typeId, all);
  }
}

/** Returns the properties that a state must define: unique properties, and properties that no record has. */
export async function shownProperties(account: AccountStore, records: readonly StoredRecord[]): Promise<Record<string, PropertyState[]>> {
  const used = new Set(records.flatMap((record) => Object.keys(record.properties).map((name) => `${record.objectType} ${name}`)));
  const shown: Record<string, PropertyState[]> = {};
  for (const { objectType, property } of await account.records.listProperties()) {
    if (isBuiltIn(objectType, property.name)) continue;
    if (!property.unique && used.has(`${objectType} ${property.name}`)) continue;
    const name = pluralOf(objectType);
    shown[name] = [...(shown[name] ?? []), { name: property.name, unique: property.unique }];
  }
  return shown;
}
