import type { AccountState, PropertyState } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { definitionProblems, withDefaultOptions } from "../../handlers/properties/checks.ts";
import { builtInProperties, isReserved } from "../../handlers/records/builtInProperties.ts";
import { isDetailed, isReplaceable } from "../../handlers/records/definitions.ts";
import { pluralOf } from "../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { contactType } from "../../store/records/contacts.ts";
import type { PropertyDefinition, PropertyOption, StoredRecord } from "../../store/records/recordStore.ts";
import type { Findings } from "./problems.ts";

export async function defineBuiltInProperties(account: AccountStore): Promise<void> {
  const unique = [...builtInProperties(contactType).values()].filter((property) => property.unique);
  await account.records.defineProperties(
    contactType,
    unique.map(({ name }) => ({ name, unique: true })),
  );
}

export function readProperties(state: AccountState, findings: Findings): Map<string, PropertyDefinition[]> {
  const defined = new Map<string, PropertyDefinition[]>();
  for (const [name, properties] of Object.entries(state.properties ?? {})) {
    const type = findings.objectType(name, `properties.${name}`);
    if (!type) continue;
    const definitions = properties.flatMap((property, index) => {
      const field = `properties.${name}[${index}]`;
      findings.name(property.name, `${field}.name`);
      const definition = readProperty(property, field, findings);
      if (!isReserved(type.typeId, property.name)) return [definition];
      const builtIn = builtInProperties(type.typeId).get(property.name);
      if (!builtIn || (isDetailed(definition) && !isReplaceable(builtIn)))
        findings.add(`${field}.name`, "builtIn", "a name that no built-in property uses");
      return definition.unique || isDetailed(definition) ? [definition] : [];
    });
    const all = [...(defined.get(type.typeId) ?? []), ...definitions];
    findings.twice(
      all.map((property) => property.name),
      (index) => `properties.${name}[${index}].name`,
    );
    defined.set(type.typeId, all);
  }
  return defined;
}

function readProperty(state: PropertyState, field: string, findings: Findings): PropertyDefinition {
  const { unique = false, options, createdAt, updatedAt, archivedAt, ...details } = state;
  const moments = Object.entries({ createdAt, updatedAt, archivedAt }).filter(([, moment]) => moment !== undefined);
  const definition = withDefaultOptions({
    ...details,
    unique,
    ...(options && { options: options.map((option, index) => ({ displayOrder: index, hidden: false, ...option })) }),
    ...Object.fromEntries(moments.map(([name, moment]) => [name, findings.moment(String(moment), `${field}.${name}`)])),
  });
  findings.addAll(field, definitionProblems(definition));
  return definition;
}

/** Sorts the fields, so that equal definitions have equal bytes. */
function shownProperty({ name, unique, options, createdAt, updatedAt, archivedAt, ...details }: PropertyDefinition): PropertyState {
  const moments = Object.entries({ archivedAt, createdAt, updatedAt }).filter(([, moment]) => moment !== undefined);
  const fields = [...Object.entries(details), ...moments.map(([field, moment]) => [field, timestampOf(Number(moment))] as const)];
  return {
    name,
    unique,
    ...Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1))),
    ...(options && { options: options.map(shownOption) }),
  };
}

function shownOption({ label, value, displayOrder, hidden, description }: PropertyOption): PropertyOption {
  return { label, value, displayOrder, hidden, ...(description === undefined ? {} : { description }) };
}

export async function writeProperties(
  account: AccountStore,
  defined: ReadonlyMap<string, readonly PropertyDefinition[]>,
  records: ReadonlyMap<string, readonly StoredRecord[]>,
): Promise<void> {
  for (const typeId of new Set([...defined.keys(), ...records.keys()])) {
    const definitions = defined.get(typeId) ?? [];
    const defining = new Set(definitions.map(({ name }) => name));
    // A property without a definition is defined as a string.
    const used = new Set((records.get(typeId) ?? []).flatMap((record) => Object.keys(record.properties)));
    const others = [...used].filter((name) => !defining.has(name) && !isReserved(typeId, name));
    const existing = new Set(others.length > 0 ? (await account.records.properties(typeId, others)).map(({ name }) => name) : []);
    const fresh = others.filter((name) => !existing.has(name));
    const all = [...definitions, ...fresh.map((name) => ({ name, unique: false }))];
    if (all.length > 0) await account.records.defineProperties(typeId, all);
  }
}

/** Omits a property with default settings if a record has a value for it, because a state need not define such a property. */
export async function shownProperties(account: AccountStore, records: readonly StoredRecord[]): Promise<Record<string, PropertyState[]>> {
  const used = new Set(records.flatMap((record) => Object.keys(record.properties).map((name) => `${record.objectType} ${name}`)));
  const shown: Record<string, PropertyState[]> = {};
  for (const { objectType, property } of await account.records.listProperties()) {
    const builtIn = builtInProperties(objectType).get(property.name);
    const isPlain = !isDetailed(property) && property.unique === (builtIn?.unique ?? false);
    if (isPlain && (builtIn || used.has(`${objectType} ${property.name}`))) continue;
    const name = pluralOf(objectType);
    shown[name] = [...(shown[name] ?? []), shownProperty(property)];
  }
  return shown;
}
