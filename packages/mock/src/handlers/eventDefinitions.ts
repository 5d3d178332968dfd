import type { EventDefinition, EventDefinitionInput } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { AccountStore } from "../store/store.ts";
import { problemOf, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { declaredMatching, matchingProblems } from "./eventDefinitions/matching.ts";
import { nameFromLabel } from "./eventDefinitions/names.ts";
import { primaryObjectIdOf, primaryObjectProblems } from "./eventDefinitions/primaryObjects.ts";
import { customProperty, defaultProperties, propertyProblems } from "./eventDefinitions/properties.ts";
import type { HandlersOfArea } from "./handlers.ts";

const maxDefinitions = 500;

export const eventDefinitions: HandlersOfArea<"eventDefinitions"> = {
  // For the request, see the description, Custom event definition. For the limits and the response, see behaviour.md, 9.
  "eventDefinitions.create": {
    kind: "writes",
    async run({ body }, { store, now, ids, accountId }) {
      const { label, name = nameFromLabel(label, "event"), primaryObject = "CONTACT", propertyDefinitions = [] } = body;
      const ownProperties = propertyDefinitions.map(customProperty);
      const properties = body.includeDefaultProperties === false ? ownProperties : [...defaultProperties(), ...ownProperties];
      const problems = [
        ...propertyProblems(propertyDefinitions),
        ...primaryObjectProblems(primaryObject),
        ...(body.customMatchingId ? await matchingProblems(body.customMatchingId, primaryObject, properties, store) : []),
      ];
      rejectIfAny(problems);
      if (await store.documents.get("eventDefinition", name)) throw nameTaken(body);
      if (await isFull(store)) throw tooMany();

      const id = String(await ids.number());
      const primaryObjectId = primaryObjectIdOf(primaryObject);
      const definition: EventDefinition = {
        id,
        name,
        fullyQualifiedName: `pe${accountId}_${name}`,
        objectTypeId: `6-${id}`,
        labels: { singular: label },
        ...(body.description === undefined ? {} : { description: body.description }),
        primaryObject,
        ...(primaryObjectId === undefined ? {} : { primaryObjectId }),
        properties,
        associations: [],
        ...(body.customMatchingId === undefined ? {} : { customMatchingId: declaredMatching(body.customMatchingId) }),
        trackingType: "MANUAL",
        archived: false,
        createdAt: timestampOf(now),
        updatedAt: timestampOf(now),
      };
      await store.documents.put("eventDefinition", [{ key: name, document: definition }]);
      return { status: 201, body: definition, headers: { location: `/events/2026-03/event-definitions/${name}` } };
    },
  },
};

/** Archived definitions are not counted (assumed). */
async function isFull({ documents }: AccountStore): Promise<boolean> {
  if ((await documents.count("eventDefinition")) < maxDefinitions) return false;
  const stored = await documents.list("eventDefinition");
  return stored.filter(({ document }) => !document.archived).length >= maxDefinitions;
}

/** If the name was generated, the problem is reported for the label. */
function nameTaken({ name, label }: EventDefinitionInput): Rejection {
  const field = name === undefined ? "label" : "name";
  const problem = problemOf(field, "nameTaken", "must not result in the name of an existing or deleted definition", name ?? label);
  return new Rejection("CONFLICT", "The name is already in use in this account. Choose another name.", { problems: [problem] });
}

function tooMany(): Rejection {
  return new Rejection("VALIDATION_ERROR", `An account can have at most ${maxDefinitions} event definitions.`);
}
