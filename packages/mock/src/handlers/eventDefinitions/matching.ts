import type { EventMatching, EventProperty } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { problemOf } from "../common/problems.ts";
import { isUnique } from "../records/definitions.ts";
import { noObject, primaryObjectIdIn } from "./primaryObjects.ts";

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
  // A custom object that does not exist has no properties.
  const typeId = await primaryObjectIdIn(store, primaryObject);
  if (typeId !== undefined && !(await isUnique(store.records, typeId, targetObjectPropertyName))) {
    const field = `${place}.targetObjectPropertyName`;
    problems.push(problemOf(field, "unique", "must be the name of a unique property of the primary object", targetObjectPropertyName));
  }
  return problems;
}
