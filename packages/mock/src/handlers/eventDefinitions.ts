import type { EventDefinition, EventDefinitionInput, EventProperty, EventPropertyInput } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { AccountStore } from "../store/accountStore.ts";
import { pagingOf } from "./common/paging.ts";
import { present } from "./common/present.ts";
import { invalidValue, problemOf, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { currentDefinitions, existingDefinition, existingProperty, fullNameOf, storeDefinition } from "./eventDefinitions/definitions.ts";
import { declaredMatching, matchingProblems } from "./eventDefinitions/matching.ts";
import { describedName, primaryObjectIdIn, primaryObjectProblems } from "./eventDefinitions/primaryObjects.ts";
import {
  addedPropertyProblems,
  customProperty,
  declaredOption,
  defaultProperties,
  isDefaultProperty,
  nameFromLabel,
  optionsProblems,
  propertyProblems,
} from "./eventDefinitions/properties.ts";
import { type HandlersOfArea, reads, writes } from "./handlers.ts";

const maxDefinitions = 500;
const maxCustomProperties = 50;
const defaultLimit = 100;

export const eventDefinitions: HandlersOfArea<"eventDefinitions"> = {
  "eventDefinitions.list": reads(async ({ query }, { store }) => {
    const { searchString = "", after, limit = defaultLimit, includeProperties = false, sortOrder = "ASC" } = query;
    const isDescending = sortOrder === "DESC";
    if (!isDescending && sortOrder !== "ASC") throw invalidValue("sortOrder", "enum", "must be ASC or DESC", sortOrder);
    const ascending = (await currentDefinitions(store)).filter(({ name }) => name.includes(searchString.toLowerCase()));
    const all = isDescending ? ascending.toReversed() : ascending;
    const rest = after === undefined ? all : all.filter(({ name }) => (isDescending ? name < after : name > after));
    const results = rest.slice(0, limit).map((definition) => (includeProperties ? definition : { ...definition, properties: [] }));
    const next = rest.length > limit ? results.at(-1)?.name : undefined;
    return { status: 200, body: { total: all.length, results, ...pagingOf(next) } };
  }),
  // The request is described in the platform description, Custom event definition; the response is documented for a similar API.
  "eventDefinitions.create": writes(async ({ body }, { store, now, ids, accountId }) => {
    const { label, name = nameFromLabel(label, "event"), propertyDefinitions = [] } = body;
    const primaryObject = describedName(body.primaryObject ?? "CONTACT");
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
    const definition: EventDefinition = {
      id,
      name,
      fullyQualifiedName: fullNameOf(accountId, name),
      objectTypeId: `6-${id}`,
      labels: { singular: label },
      ...present({ description: body.description }),
      primaryObject,
      ...present({ primaryObjectId: await primaryObjectIdIn(store, primaryObject) }),
      properties,
      associations: [],
      ...present({ customMatchingId: body.customMatchingId && declaredMatching(body.customMatchingId) }),
      trackingType: "MANUAL",
      archived: false,
      createdAt: timestampOf(now),
      updatedAt: timestampOf(now),
    };
    await storeDefinition(definition, store);
    return { status: 201, body: definition, headers: { location: `/events/2026-03/event-definitions/${name}` } };
  }),
  "eventDefinitions.get": reads(async ({ path }, { store }) => {
    return { status: 200, body: await existingDefinition(path.eventName, store) };
  }),
  "eventDefinitions.update": writes(async ({ path, body: { label, description } }, context) => {
    const definition = await existingDefinition(path.eventName, context.store);
    const { labels } = definition;
    const updatedDefinition = {
      ...definition,
      labels: { ...labels, singular: label ?? labels.singular },
      ...present({ description }),
      updatedAt: timestampOf(context.now),
    };
    await storeDefinition(updatedDefinition, context.store);
    return { status: 201, body: updatedDefinition };
  }),
  "eventDefinitions.delete": writes(async ({ path }, { store, now }) => {
    const definition = await existingDefinition(path.eventName, store);
    await storeDefinition({ ...definition, archived: true, updatedAt: timestampOf(now) }, store);
    await store.events.deleteEvent(definition.name);
    return { status: 204 };
  }),
  "eventDefinitions.createProperty": writes(async ({ path, body }, context) => {
    const { properties, ...definition } = await existingDefinition(path.eventName, context.store);
    rejectIfAny(addedPropertyProblems(body, { place: "", isRepeated: false }));
    const property = customProperty(body);
    if (properties.some(({ name }) => name.toLowerCase() === property.name.toLowerCase())) throw propertyNameTaken(body);
    if (properties.filter(({ name }) => !isDefaultProperty(name)).length >= maxCustomProperties) {
      throw new Rejection("VALIDATION_ERROR", `An event definition can have at most ${maxCustomProperties} custom properties.`);
    }
    await storeProperties({ ...definition, properties: [...properties, property] }, context);
    return { status: 201, body: property };
  }),
  "eventDefinitions.updateProperty": writes(async ({ path, body: { label, description, options } }, context) => {
    const definition = await existingDefinition(path.eventName, context.store);
    const property = existingProperty(definition, path.propertyName);
    if (options) rejectIfAny(optionsProblems("", property.type, options));
    const updatedProperty: EventProperty = { ...property, ...present({ label, description, options: options?.map(declaredOption) }) };
    const properties = definition.properties.map((one) => (one === property ? updatedProperty : one));
    await storeProperties({ ...definition, properties }, context);
    return { status: 201, body: updatedProperty };
  }),
  "eventDefinitions.deleteProperty": writes(async ({ path }, context) => {
    const definition = await existingDefinition(path.eventName, context.store);
    const property = existingProperty(definition, path.propertyName);
    if (definition.customMatchingId?.primaryObjectRule.eventPropertyName === property.name) {
      const expectation = "must not be the name of the property that the matching rule of the event uses";
      throw invalidValue("propertyName", "matching", expectation, property.name);
    }
    const properties = definition.properties.filter((one) => one !== property);
    await storeProperties({ ...definition, properties }, context);
    return { status: 204 };
  }),
};

function storeProperties(definition: EventDefinition, { store, now }: Context): Promise<void> {
  return storeDefinition({ ...definition, updatedAt: timestampOf(now) }, store);
}

/** Archived definitions are not counted (assumed). */
async function isFull({ documents }: AccountStore): Promise<boolean> {
  if ((await documents.count("eventDefinition")) < maxDefinitions) return false;
  const definitions = await documents.list("eventDefinition");
  return definitions.filter(({ document }) => !document.archived).length >= maxDefinitions;
}

/** If the name was generated, the problem is reported for the label. */
function nameTaken({ name, label }: EventDefinitionInput): Rejection {
  const field = name === undefined ? "label" : "name";
  const problem = problemOf(field, "nameTaken", "must not result in the name of an existing or deleted definition", name ?? label);
  return new Rejection("CONFLICT", "The name is already in use in this account. Choose another name.", { problems: [problem] });
}

function propertyNameTaken({ name, label }: EventPropertyInput): Rejection {
  const field = name === undefined ? "label" : "name";
  const problem = problemOf(field, "nameTaken", "must not result in the name of another property", name ?? label);
  return new Rejection("CONFLICT", "A property of the event already has this name.", { problems: [problem] });
}

function tooMany(): Rejection {
  return new Rejection("VALIDATION_ERROR", `An account can have at most ${maxDefinitions} event definitions.`);
}
