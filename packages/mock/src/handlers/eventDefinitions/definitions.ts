import type { EventDefinition, EventProperty } from "@crm-platform/types";
import type { AccountStore } from "../../store/accountStore.ts";
import { existing, invalidValue } from "../common/problems.ts";
import { isDefaultProperty } from "./properties.ts";

/** Returns the definitions that have not been deleted, in the order of their names. */
export async function currentDefinitions({ documents }: AccountStore): Promise<EventDefinition[]> {
  return (await documents.list("eventDefinition")).map(({ document }) => document).filter(({ archived }) => !archived);
}

/** Finds a definition by its name or its full name. @throws Rejection when the definition does not exist or has been deleted */
export async function existingDefinition(name: string, store: AccountStore): Promise<EventDefinition> {
  const definition = (await store.documents.get("eventDefinition", name)) ?? (await definitionByFullName(name, store));
  return existing(definition?.archived ? undefined : definition, "No event definition has this name.");
}

export async function definitionByFullName(fullName: string, { accountId, documents }: AccountStore): Promise<EventDefinition | undefined> {
  const prefix = fullNameOf(accountId, "");
  return fullName.startsWith(prefix) ? documents.get("eventDefinition", fullName.slice(prefix.length)) : undefined;
}

export function fullNameOf(accountId: number, name: string): string {
  return `pe${accountId}_${name}`;
}

export async function storeDefinition(definition: EventDefinition, { documents }: AccountStore): Promise<void> {
  await documents.put("eventDefinition", [{ key: definition.name, document: definition }]);
}

/** @throws Rejection when the event has no property with this name, or when the property is a default one */
export function existingProperty({ properties }: EventDefinition, name: string): EventProperty {
  const property = existing(
    properties.find((one) => one.name === name),
    "No property of the event has this name.",
  );
  if (isDefaultProperty(name)) throw invalidValue("propertyName", "default", "must be the name of a custom property", name);
  return property;
}
