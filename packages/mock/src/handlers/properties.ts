import type { ObjectSchemaPropertyInput, PropertyCreateInput, PropertyOptionInput } from "@crm-platform/types";
import { Rejection, shortList } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import { type PropertyDefinition, type PropertyOption, UniqueValueTaken } from "../store/records/recordStore.ts";
import { batchError, batchResponse } from "./common/batch.ts";
import { invalidValue } from "./common/problems.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { validDefinition } from "./properties/checks.ts";
import { propertiesType } from "./properties/scopes.ts";
import { shownProperty } from "./properties/shownProperty.ts";
import { isReserved } from "./records/builtInProperties.ts";
import { allDefinitions } from "./records/definitions.ts";
import { isNamedBy } from "./records/objectTypes.ts";

const maxUniqueProperties = 10;

const ofType = handlersWith(propertiesType);

export const properties: HandlersOfArea<"properties"> = {
  "properties.list": ofType("reads", async ({ typeId }, { query: { archived = false } }, context) => {
    const all = await allDefinitions(context.store.records, typeId);
    const results = [...all.values()].filter((one) => isArchived(one) === archived).map((one) => shownProperty(typeId, one));
    return { status: 200, body: { results } };
  }),
  "properties.create": ofType("writes", async ({ typeId }, { body }, context) => {
    const { records } = context.store;
    const { name } = body;
    const all = [...(await allDefinitions(records, typeId)).values()];
    if (isReserved(typeId, name) || all.some((one) => one.name === name)) throw nameTaken();
    const definition = newDefinition(body, context);
    if (definition.unique) rejectTooManyUnique(all);
    await records.defineProperties(typeId, [definition]);
    return { status: 201, body: shownProperty(typeId, definition) };
  }),
  "properties.get": ofType("reads", async ({ typeId }, { path, query: { archived = false } }, context) => {
    const definition = (await allDefinitions(context.store.records, typeId)).get(path.propertyName);
    if (!definition || isArchived(definition) !== archived) throw notFound();
    return { status: 200, body: shownProperty(typeId, definition) };
  }),
  "properties.update": ofType("writes", async ({ typeId }, { path, body }, context) => {
    const definition = await ownDefinition(typeId, path.propertyName, context);
    if (isArchived(definition)) throw notFound();
    const updatedDefinition = validDefinition({
      ...keptFields(definition, body.type),
      ...declaredFields(body, changeableFields),
      ...changeBy(context),
    });
    await updateDefinition(typeId, updatedDefinition, context);
    return { status: 200, body: shownProperty(typeId, updatedDefinition) };
  }),
  "properties.archive": ofType("writes", async (type, { path }, context) => {
    const { typeId } = type;
    if (isNamedBy(type, path.propertyName)) {
      const expectation = "must not be the name of a property that the object type names. Change the object type first";
      throw invalidValue("propertyName", "used", expectation, path.propertyName);
    }
    const definition = await ownDefinition(typeId, path.propertyName, context);
    const archivedDefinition = { ...definition, ...changeBy(context), archivedAt: context.now };
    if (!isArchived(definition)) await context.store.records.defineProperties(typeId, [archivedDefinition]);
    return { status: 204 };
  }),
  "properties.batchRead": ofType("reads", async ({ typeId }, { body: { archived, inputs } }, context) => {
    const all = await allDefinitions(context.store.records, typeId);
    const names = [...new Set(inputs.map(({ name }) => name))];
    const definitions = names.flatMap((name) => all.get(name) ?? []).filter((one) => isArchived(one) === archived);
    const results = definitions.map((one) => shownProperty(typeId, one));
    const missing = names.filter((name) => !definitions.some((one) => one.name === name));
    const rejection = new Rejection("OBJECT_NOT_FOUND", `Some properties were not found: ${shortList(missing, "and")}.`, {
      context: { propertyName: missing },
    });
    return batchResponse(200, context.now, results, missing.length > 0 ? [batchError(rejection)] : []);
  }),
};

/** @throws Rejection that lists all problems with the fields */
export function newDefinition(input: ObjectSchemaPropertyInput, context: Context): PropertyDefinition {
  const { name, hasUniqueValue: unique = false } = input;
  const { updatedAt: createdAt, updatedUserId: createdUserId } = changeBy(context);
  const fields = declaredFields(input, creationFields);
  return validDefinition({ ...fields, ...changeBy(context), name, unique, createdAt, createdUserId });
}

/** @throws Rejection when the property does not exist or is built in */
async function ownDefinition(objectType: string, name: string, { store }: Context): Promise<PropertyDefinition> {
  const definition = (await allDefinitions(store.records, objectType)).get(name);
  if (!definition) throw notFound();
  if (definition.isBuiltIn) {
    throw invalidValue("propertyName", "builtIn", "must be the name of a property that the account created", name);
  }
  return definition;
}

/** @throws Rejection when values of a unique property become equal, for example `5` and `5.0` as numbers */
async function updateDefinition(objectType: string, definition: PropertyDefinition, { store }: Context): Promise<void> {
  try {
    await store.records.defineProperties(objectType, [definition]);
  } catch (error) {
    if (!(error instanceof UniqueValueTaken)) throw error;
    const expectation = `must not make unique values equal; the records ${error.recordIds.join(" and ")} would have the same value`;
    throw invalidValue("type", "unique", expectation, definition.type);
  }
}

/** Removes the options, which belong to the former type, if the new type is not an enumeration. */
function keptFields(definition: PropertyDefinition, type: string | undefined = definition.type): PropertyDefinition {
  if (type === definition.type || type === "enumeration") return definition;
  const { options: _, externalOptions: __, referencedObjectType: ___, ...fields } = definition;
  return fields;
}

const changeableFields = [
  ...["label", "type", "fieldType", "groupName", "description", "displayOrder", "hidden", "formField", "calculationFormula"],
  ...["numberDisplayHint", "showCurrencySymbol", "currencyPropertyName"],
];
const creationFields = [...changeableFields, "externalOptions", "referencedObjectType"];

/** Removes undeclared fields, because the platform ignores them. */
function declaredFields({ options, ...input }: Partial<PropertyCreateInput>, names: readonly string[]): Partial<PropertyCreateInput> {
  const fields = Object.entries(input).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(fields), ...(options && { options: options.map(declaredOption) }) };
}

function declaredOption({ label, value, displayOrder, hidden, description }: PropertyOptionInput): PropertyOption & PropertyOptionInput {
  return { label, value, displayOrder, hidden, ...(description === undefined ? {} : { description }) };
}

function changeBy({ now, caller }: Context): { updatedAt: number; updatedUserId: string } {
  return { updatedAt: now, updatedUserId: String(caller.userId) };
}

function isArchived({ archivedAt }: PropertyDefinition): boolean {
  return archivedAt !== undefined;
}

export function rejectTooManyUnique(all: readonly PropertyDefinition[]): void {
  const count = all.filter((one) => one.unique && !isArchived(one)).length;
  if (count < maxUniqueProperties) return;
  const expectation = `must not be true, because the object type already has the maximum of ${maxUniqueProperties} properties with unique values`;
  throw invalidValue("hasUniqueValue", "maxUniqueProperties", expectation, true);
}

function nameTaken(): Rejection {
  const problem = { in: "name", code: "nameTaken", message: "name must not be the name of an existing or archived property" };
  return new Rejection("CONFLICT", "A property of the object type already has this name.", { problems: [problem] });
}

function notFound(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "No property of the object type has this name.");
}
