import type {
  ObjectSchemaPropertyInput,
  Property,
  PropertyCreateInput,
  PropertyGroup,
  PropertyOptionInput,
  StandardError,
} from "@crm-platform/types";
import { invalidRequest, Rejection, shortList } from "../contract/errors/rejection.ts";
import type { Problem } from "../contract/message.ts";
import type { Context } from "../platform/context.ts";
import type { AccountStore } from "../store/accountStore.ts";
import { type PropertyDefinition, type PropertyOption, UniqueValueTaken } from "../store/records/recordStore.ts";
import { batchError, batchResponse } from "./common/batch.ts";
import { present } from "./common/present.ts";
import { existing, invalidValue, problemOf, rejectIfAny } from "./common/problems.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { validDefinition } from "./properties/checks.ts";
import { groupKey, groupProblems, groupsOf, namesInGroup, putGroup } from "./properties/groups.ts";
import { propertiesType } from "./properties/scopes.ts";
import { shownProperty } from "./properties/shownProperty.ts";
import { isReserved } from "./records/builtInProperties.ts";
import { allDefinitions, definitionsOf } from "./records/definitions.ts";
import { isNamedBy } from "./records/objectTypes.ts";

const maxUniqueProperties = 10;
const notNamedByType = "must not be the name of a property that the object type names. Change the object type first";

const ofType = handlersWith(propertiesType);

export const properties: HandlersOfArea<"properties"> = {
  "properties.list": ofType("reads", async ({ typeId }, { query: { archived = false } }, context) => {
    const all = await allDefinitions(context.store.records, typeId);
    const results = [...all.values()].filter((one) => isArchived(one) === archived).map((one) => shownProperty(typeId, one));
    return { status: 200, body: { results } };
  }),
  "properties.create": ofType("writes", async ({ typeId }, { body }, context) => ({
    status: 201,
    body: await createProperty(typeId, body, context),
  })),
  "properties.get": ofType("reads", async ({ typeId }, { path, query: { archived = false } }, context) => {
    const definition = (await allDefinitions(context.store.records, typeId)).get(path.propertyName);
    if (!definition || isArchived(definition) !== archived) throw notFound();
    return { status: 200, body: shownProperty(typeId, definition) };
  }),
  "properties.update": ofType("writes", async ({ typeId }, { path, body }, context) => {
    const definition = await ownDefinition(typeId, path.propertyName, context);
    if (isArchived(definition)) throw notFound();
    const fields = { ...keptFields(definition, body.type), ...declaredFields(body, changeableFields), ...changeBy(context) };
    const updatedDefinition = validDefinition(fields, await groupProblems(context.store, typeId, body.groupName));
    await updateDefinition(typeId, updatedDefinition, context);
    return { status: 200, body: shownProperty(typeId, updatedDefinition) };
  }),
  "properties.archive": ofType("writes", async (type, { path }, context) => {
    const { typeId } = type;
    if (isNamedBy(type, path.propertyName)) {
      throw invalidValue("propertyName", "used", notNamedByType, path.propertyName);
    }
    const definition = await ownDefinition(typeId, path.propertyName, context);
    await archiveProperties(typeId, [definition], context);
    return { status: 204 };
  }),
  "properties.batchCreate": ofType("writes", async ({ typeId }, { body: { inputs } }, context) => {
    const results: Property[] = [];
    const errors: StandardError[] = [];
    for (const [index, input] of inputs.entries()) {
      try {
        results.push(await createProperty(typeId, input, context));
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
        errors.push(errorOf(error, input, `inputs[${index}]`));
      }
    }
    return batchResponse(201, context.now, results, errors);
  }),
  "properties.batchArchive": ofType("writes", async (type, { body: { inputs } }, context) => {
    const { typeId } = type;
    const all = await allDefinitions(context.store.records, typeId);
    const problems = inputs.flatMap(({ name }, index) => {
      const field = `inputs[${index}].name`;
      if (all.get(name)?.isBuiltIn) return [builtInProblem(field, name)];
      return isNamedBy(type, name) ? [problemOf(field, "used", notNamedByType, name)] : [];
    });
    rejectIfAny(problems);
    const names = new Set(inputs.map(({ name }) => name));
    await archiveProperties(
      typeId,
      [...all.values()].filter(({ name }) => names.has(name)),
      context,
    );
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
  "properties.listGroups": ofType("reads", async ({ typeId }, _, { store }) => {
    return { status: 200, body: { results: await groupsOf(store, typeId) } };
  }),
  "properties.createGroup": ofType("writes", async ({ typeId }, { body: { name, label, displayOrder = -1 } }, { store }) => {
    if ((await groupsOf(store, typeId)).some((group) => group.name === name)) throw nameTaken("property group");
    const group = { name, label, displayOrder, archived: false };
    await putGroup(store, typeId, group);
    return { status: 201, body: group };
  }),
  "properties.getGroup": ofType("reads", async ({ typeId }, { path }, { store }) => {
    return { status: 200, body: await existingGroup(store, typeId, path.groupName) };
  }),
  "properties.updateGroup": ofType("writes", async ({ typeId }, { path, body }, { store }) => {
    const group = await existingGroup(store, typeId, path.groupName);
    const { label = group.label, displayOrder = group.displayOrder } = body;
    const updatedGroup = { ...group, ...present({ label, displayOrder }) };
    await putGroup(store, typeId, updatedGroup);
    return { status: 200, body: updatedGroup };
  }),
  "properties.archiveGroup": ofType("writes", async ({ typeId }, { path: { groupName } }, { store }) => {
    await existingGroup(store, typeId, groupName);
    const members = namesInGroup(await definitionsOf(store.records, typeId), typeId, groupName);
    if (members.length > 0) {
      const expectation = `must be a group without properties; archive ${shortList(members, "and")} first, or move them to another group`;
      throw invalidValue("groupName", "groupWithProperties", expectation, groupName);
    }
    await store.documents.delete("propertyGroup", groupKey({ objectType: typeId, name: groupName }));
    return { status: 204 };
  }),
};

async function createProperty(typeId: string, input: PropertyCreateInput, context: Context): Promise<Property> {
  const { records } = context.store;
  const { name, groupName, hasUniqueValue: unique = false } = input;
  const all = [...(await allDefinitions(records, typeId)).values()];
  if (isReserved(typeId, name) || all.some((one) => one.name === name)) throw nameTaken("property");
  if (unique) rejectTooManyUnique(all);
  const definition = newDefinition(input, context, await groupProblems(context.store, typeId, groupName));
  await records.defineProperties(typeId, [definition]);
  return shownProperty(typeId, definition);
}

/**
 * @param otherProblems problems that are reported together with those of the fields
 * @throws Rejection that lists all problems
 */
export function newDefinition(
  input: ObjectSchemaPropertyInput,
  context: Context,
  otherProblems: readonly Problem[] = [],
): PropertyDefinition {
  const { name, hasUniqueValue: unique = false } = input;
  const { updatedAt: createdAt, updatedUserId: createdUserId } = changeBy(context);
  const fields = { ...declaredFields(input, creationFields), ...changeBy(context), name, unique, createdAt, createdUserId };
  return validDefinition(fields, otherProblems);
}

/** Returns the error of a batch for one of its inputs. @param place the path of the input, which the fields of the problems begin with */
function errorOf({ category, message, problems }: Rejection, { name }: PropertyCreateInput, place: string): StandardError {
  const placed = problems.map((problem) => ({ ...problem, in: `${place}.${problem.in}`, message: `${place}.${problem.message}` }));
  return batchError(new Rejection(category, message, { problems: placed, context: { propertyName: [name] } }));
}

async function archiveProperties(typeId: string, definitions: readonly PropertyDefinition[], context: Context): Promise<void> {
  const change = { ...changeBy(context), archivedAt: context.now };
  const archived = definitions.filter((one) => !isArchived(one)).map((one) => ({ ...one, ...change }));
  await context.store.records.defineProperties(typeId, archived);
}

async function existingGroup(store: AccountStore, typeId: string, name: string): Promise<PropertyGroup> {
  const group = (await groupsOf(store, typeId)).find((one) => one.name === name);
  return existing(group, "No property group of the object type has this name.");
}

/** @throws Rejection when the property does not exist or is built in */
async function ownDefinition(objectType: string, name: string, { store }: Context): Promise<PropertyDefinition> {
  const definition = (await allDefinitions(store.records, objectType)).get(name);
  if (!definition) throw notFound();
  if (definition.isBuiltIn) throw invalidRequest([builtInProblem("propertyName", name)]);
  return definition;
}

function builtInProblem(field: string, name: string): Problem {
  return problemOf(field, "builtIn", "must be the name of a property that the account created", name);
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

function nameTaken(kind: "property" | "property group"): Rejection {
  const owner = kind === "property" ? "existing or archived property" : "existing property group";
  const problem = { in: "name", code: "nameTaken", message: `name must not be the name of an ${owner}` };
  return new Rejection("CONFLICT", `A ${kind} of the object type already has this name.`, { problems: [problem] });
}

function notFound(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "No property of the object type has this name.");
}
