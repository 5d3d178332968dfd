import type { PropertyGroup } from "@crm-platform/types";
import { shortList } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredPropertyGroup } from "../../store/documents/documents.ts";
import { problemOf } from "../common/problems.ts";
import { builtInProperties, defaultGroup } from "../records/builtInProperties.ts";
import { type Definitions, definitionsOf } from "../records/definitions.ts";

/**
 * Returns the groups of an object type: first those of the built-in properties, then the others in the order of their names. A property of a
 * seed can be in any group, so its group exists too.
 */
export async function groupsOf({ records, documents }: AccountStore, typeId: string): Promise<PropertyGroup[]> {
  const stored = await storedGroups(documents, typeId);
  const used = [...(await definitionsOf(records, typeId)).values()].map(({ groupName = defaultGroup(typeId) }) => groupName);
  const names = new Set([...builtInGroups(typeId), ...[...used, ...stored.keys()].sort()]);
  return [...names].map((name) => {
    const { label = name, displayOrder = -1 } = stored.get(name) ?? {};
    return { name, label, displayOrder, archived: false };
  });
}

export async function groupProblems(store: AccountStore, typeId: string, name: string | undefined): Promise<Problem[]> {
  if (name === undefined || builtInGroups(typeId).has(name)) return [];
  const names = (await groupsOf(store, typeId)).map((group) => group.name);
  if (names.includes(name)) return [];
  const advice = `must be the name of a property group of the object type, such as ${shortList(names, "or")}`;
  return [problemOf("groupName", "groupName", `${advice}; properties.createGroup creates a group`, name)];
}

export async function putGroup(
  { documents }: AccountStore,
  typeId: string,
  { name, label, displayOrder = -1 }: PropertyGroup,
): Promise<void> {
  const document = { objectType: typeId, name, label, displayOrder };
  await documents.put("propertyGroup", [{ key: groupKey(document), document }]);
}

export function groupKey({ objectType, name }: Pick<StoredPropertyGroup, "objectType" | "name">): string {
  return `${objectType}/${name}`;
}

/** Returns the names of the properties in a group that are not archived. */
export function namesInGroup(definitions: Definitions, typeId: string, group: string): string[] {
  return [...definitions.values()].filter(({ groupName = defaultGroup(typeId) }) => groupName === group).map(({ name }) => name);
}

function builtInGroups(typeId: string): Set<string> {
  return new Set([...builtInProperties(typeId).values()].map(({ groupName = defaultGroup(typeId) }) => groupName));
}

async function storedGroups(documents: AccountStore["documents"], typeId: string): Promise<ReadonlyMap<string, StoredPropertyGroup>> {
  const all = (await documents.list("propertyGroup")).map(({ document }) => document);
  return new Map(all.filter(({ objectType }) => objectType === typeId).map((group) => [group.name, group]));
}
