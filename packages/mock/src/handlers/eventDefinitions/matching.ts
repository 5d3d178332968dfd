import type { EventMatching, EventProperty } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/store.ts";
import { problemOf } from "../common/problems.ts";
import { noObject, primaryObjectIdOf } from "./primaryObjects.ts";

const place = "customMatchingId.primaryObjectRule";

/** The rule without fields that nobody declares: the platform ignores them. */
export function declaredMatching({ primaryObjectRule }: EventMatching): EventMatching {
  const { targetObjectPropertyName, eventPropertyName } = primaryObjectRule;
  return { primaryObjectRule: { targetObjectPropertyName, eventPropertyName } };
}

/** What is wrong with the rule by which occurrences find their record. */
export async function matchingProblems(
  matching: EventMatching,
  primaryObject: string,
  properties: readonly EventProperty[],
  store: AccountStore,
): Promise<Problem[]> {
  // There is no record to be found. (assumed)
  if (primaryObject === noObject)
    return [problemOf("customMatchingId", "primaryObject", `must be left out when primaryObject is ${noObject}`, matching)];
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
  // Of a custom object that goes by a name, nothing is known here.
  if (typeId === undefined || property === "hs_object_id") return true;
  return (await store.records.properties(typeId)).some(({ name, unique }) => unique && name === property);
}
