import type { EventDefinition, EventProperty } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/store.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { isDefaultProperty } from "./properties.ts";

/** Returns the definitions that have not been deleted, in the order of their names. */
export async function currentDefinitions({ documents }: AccountStore): Promise<EventDefinition[]> {
  return (await documents.list("eventDefinition")).map(({ document }) => document).filter(({ archived }) => !archived);
}

/**
 * Finds a definition by its name or its full name.
 * @throws Rejection when the definition does not exist or has been deleted
 */
export async function existingDefinition(name: string, store: AccountStore): Promise<EventDefinition> {
  const definition = (await store.documents.get("eventDefinition", name)) ?? (await definitionByFullName(name, store));
  if (!definition || definition.archived) throw new Rejection("OBJECT_NOT_FOUND", "No event definition has this name.");
  return definition;
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

/** @throws Rejection when the event does not have the property, or it is a default property */
export function existingProperty({ properties }: EventDefinition, name: string): EventProperty {
  const property = properties.find((one) => one.name === name);
  if (!property) throw new Rejection("OBJECT_NOT_FOUND", "No property of the event has this name.");
  if (isDefaultProperty(name)) rejectIfAny([problemOf("propertyName", "default", "must be the name of a custom property", name)]);
  return property;
}
