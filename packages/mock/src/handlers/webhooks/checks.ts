import type { WebhookSubscription } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { problemOf } from "../common/problems.ts";
import { definitionByFullName } from "../eventDefinitions/definitions.ts";
import { objectTypeOf } from "../records/objectTypes.ts";

type Subject = Pick<WebhookSubscription, "eventType" | "propertyName" | "objectTypeId" | "eventTypeName">;

export function targetUrlProblems(targetUrl: string, allowsHttp: (url: URL) => boolean): Problem[] {
  const problem = (expectation: string): Problem[] => [problemOf("targetUrl", "targetUrl", expectation, targetUrl)];
  if (!URL.canParse(targetUrl)) return problem("must be an absolute URL");
  const url = new URL(targetUrl);
  const { protocol, username, password } = url;
  if (protocol !== "https:" && !(protocol === "http:" && allowsHttp(url))) {
    return problem("must begin with https://, or with http:// if its host is localhost or one of the webhook hosts of the mock");
  }
  if (username !== "" || password !== "" || targetUrl.includes("#")) return problem("must not contain credentials or a fragment");
  return [];
}

// The documentation of a similar API excludes these properties from `propertyChange` events.
const excludedProperties = ["hs_lastmodifieddate", "num_unique_conversion_events"];

export function subscriptionProblems(subject: Subject): Problem[] {
  const { eventType, propertyName, objectTypeId } = subject;
  const problems = [
    ...presenceProblems(subject, "propertyName", eventType.endsWith(".propertyChange")),
    ...presenceProblems(subject, "objectTypeId", eventType.startsWith("object.")),
    ...presenceProblems(subject, "eventTypeName", eventType === "event.completed"),
  ];
  if (problems.length > 0) return problems;
  if (propertyName !== undefined && excludedProperties.includes(propertyName)) {
    problems.push(problemOf("propertyName", "excluded", `must not be ${excludedProperties.join(" or ")}`, propertyName));
  }
  if (objectTypeId !== undefined && objectTypeOf(objectTypeId)?.typeId !== objectTypeId) {
    problems.push(problemOf("objectTypeId", "objectType", "must be the id of an object type, for example 0-47", objectTypeId));
  }
  return problems;
}

function presenceProblems(subject: Subject, field: "propertyName" | "objectTypeId" | "eventTypeName", isRequired: boolean): Problem[] {
  const value = subject[field];
  if (isRequired === (value !== undefined)) return [];
  if (isRequired) return [problemOf(field, "required", `is required for ${subject.eventType}`, undefined)];
  return [problemOf(field, "notAllowed", `is not allowed for ${subject.eventType}`, value)];
}

/** Apps and the platform define events outside the account, so their names cannot be checked. */
const otherEvents = /^(ae\d+|e)_/;

export async function eventTypeProblems({ eventTypeName }: Subject, store: AccountStore): Promise<Problem[]> {
  if (eventTypeName === undefined || otherEvents.test(eventTypeName)) return [];
  const definition = await definitionByFullName(eventTypeName, store);
  if (definition && !definition.archived) return [];
  return [problemOf("eventTypeName", "reference", "must be the full name of an event definition of the account", eventTypeName)];
}

export function isSameSubscription(one: Subject, other: Subject): boolean {
  const fields = ["eventType", "propertyName", "objectTypeId", "eventTypeName"] as const;
  return fields.every((field) => one[field] === other[field]);
}
