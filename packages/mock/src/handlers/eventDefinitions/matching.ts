import type { EventMatching, EventProperty } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/store.ts";
import { problemOf } from "../common/problems.ts";
import { definitionsOf } from "../records/definitions.ts";
import { noObject, primaryObjectIdOf } from "./primaryObjects.ts";

const place = "customMatchingId.primaryObjectRule";

/** Removes undeclared fields, because the platform ignores them. */
export function declaredMatching({ primaryObjectRule }: EventMatching): EventMatching {
  const { targetObjectPropertyName, eventPropertyName } = primaryObjectRule;
  return { primaryObjectRule: { targetObjectPropertyName, eventPropertyName } };
}

export async function matchingProblems(
  matching: EventMatching,
  primaryObject: string,
  properties: readonly EventProperty[],
  store: AccountStore,
): Promise<Problem[]> {
  // Without a primary object, there are no records to match (assumed).
  if (primaryObject === noObject)
    return [problemOf("customMatchingId", "primaryObject", `must be omitted when primaryObject is ${noObject}`, matching)];
  const { eventPropertyName, targetObjectPropertyName } = matching.primaryObjectRule;
  const problems: Problem[] = [];
  if (!properties.some(({ name }) => name === eventPropertyName)) {
    const field = `${place}.eventPropertyName`;
    problems.push(problemOf(field, "reference", "must be the name of a property of the event", eventPropertyName));
  }
  if (!(await isUnique(targetObjectPropertyName, primaryObject, store))) {
    const field = `${place}.targetObjectPropertyName`;
    problems.push(problemOf(field, "unique", "must be the name of a unique property of the primary object", targetObjectPropertyName));
  }
  return problems;
}

async function isUnique(property: string, primaryObject: string, store: AccountStore): Promise<boolean> {
  const typeId = primaryObjectIdOf(primaryObject);
  // The mock does not know the properties of a custom object that is identified by its name.
  if (typeId === undefined || property === "hs_object_id") return true;
  return (await definitionsOf(store.records, typeId, [property])).get(property)?.unique ?? false;
}
