import type { ObjectSchema, ObjectSchemaCreateInput } from "@crm-platform/types";
import { Rejection, shortList } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { StoredObjectSchema } from "../store/documents/documents.ts";
import { batchError, batchResponse } from "./common/batch.ts";
import { compareIds } from "./common/filters.ts";
import { present } from "./common/present.ts";
import { existing, invalidValue, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, handlersWith, reads, readsTogether, writes } from "./handlers.ts";
import { createUnlabeledType, deleteTypesOf, deleteUnlabeledType } from "./objectSchemas/associations.ts";
import { newDefinitions, roleProblems, rolesOf } from "./objectSchemas/properties.ts";
import { deleteDocumentsOf, schemasOf, shownSchema, storeSchema } from "./objectSchemas/stored.ts";
import { builtInType, customType, type ObjectType, objectTypesNamed, schemaNames } from "./records/objectTypes.ts";
import { existingTypes } from "./records/scopes.ts";

const maxSchemas = 100;

const ofSchema = handlersWith(({ objectType }: { readonly objectType: string }, _, context) => existingSchema(objectType, context));

export const objectSchemas: HandlersOfArea<"objectSchemas"> = {
  "objectSchemas.list": readsTogether(async ({ query: { archived = false } }, { store }) => {
    const schemas = (await schemasOf(store.documents)).filter((schema) => schema.archived === archived);
    const results: ObjectSchema[] = [];
    for (const schema of schemas) results.push(await shownSchema(schema, store));
    return { status: 200, body: { results: results.sort((one, other) => compareIds(one.id, other.id)) } };
  }),
  "objectSchemas.create": writes(async ({ body }, context) => {
    const { store, accountId } = context;
    await rejectTaken(body.name, context);
    const schema = await newSchema(body, context);
    const definitions = newDefinitions(body.properties, schema.objectTypeId, context);
    const others = await existingTypes(keyedByField(body.associatedObjects), store);
    rejectIfAny(roleProblems(schema.objectTypeId, rolesOf(schema), definitions));
    await store.records.defineProperties(schema.objectTypeId, definitions);
    await storeSchema(schema, store.documents);
    const type = customType(schema, accountId);
    const own = body.shouldCreateSameObjectAssociation ? [type] : [];
    for (const other of new Map([...others, ...own].map((one) => [one.typeId, one])).values())
      await createUnlabeledType(type, other, context);
    return { status: 201, body: await shownSchema(schema, store) };
  }),
  "objectSchemas.get": ofSchema("readsTogether", async (schema, _, { store }) => {
    return { status: 200, body: await shownSchema(schema, store) };
  }),
  "objectSchemas.update": ofSchema("writes", async ({ description: currentDescription, ...schema }, { body }, context) => {
    const { store, now, caller } = context;
    const { labels, allowsSensitiveProperties, description = currentDescription, clearDescription } = body;
    const changed: StoredObjectSchema = {
      ...schema,
      ...present({ ...rolesOf(body), labels, allowsSensitiveProperties, description: clearDescription ? undefined : description }),
      updatedAt: timestampOf(now),
      updatedByUserId: caller.userId,
    };
    rejectIfAny(roleProblems(schema.objectTypeId, rolesOf(body), await store.records.properties(schema.objectTypeId)));
    await storeSchema(changed, store.documents);
    return { status: 200, body: await shownSchema(changed, store) };
  }),
  "objectSchemas.delete": writes(async ({ path, query: { archived: isFinal = false } }, context) => {
    const { documents, records } = context.store;
    const schema = await existingSchema(path.objectType, context, isFinal);
    const { objectTypeId } = schema;
    // Only a restore or a seed adds records to a deleted type, which requests cannot reach.
    if (!schema.archived && (await records.page(objectTypeId, 0, 1, "current")).length > 0) {
      throw invalidValue("objectType", "hasRecords", "must be an object type without records. Archive its records first", path.objectType);
    }
    if (!isFinal) {
      await storeSchema(
        { ...schema, archived: true, updatedAt: timestampOf(context.now), updatedByUserId: context.caller.userId },
        documents,
      );
      return { status: 204 };
    }
    await deleteTypesOf(objectTypeId, context.store);
    await records.deleteType(objectTypeId);
    await deleteDocumentsOf(objectTypeId, documents);
    return { status: 204 };
  }),
  "objectSchemas.createAssociation": ofSchema("writes", async ({ objectTypeId }, { body }, context) => {
    const { fromObjectTypeId, toObjectTypeId, name } = body;
    const [from, to] = (await existingTypes({ fromObjectTypeId, toObjectTypeId }, context.store)) as [ObjectType, ObjectType];
    if (from.typeId !== objectTypeId && to.typeId !== objectTypeId) {
      const expectation = `must be ${objectTypeId}, because toObjectTypeId is not the object type in the path`;
      throw invalidValue("fromObjectTypeId", "objectType", expectation, fromObjectTypeId);
    }
    return { status: 201, body: await createUnlabeledType(from, to, context, name) };
  }),
  "objectSchemas.deleteAssociation": ofSchema("writes", async ({ objectTypeId }, { path }, { store }) => {
    await deleteUnlabeledType(objectTypeId, path.associationIdentifier, store);
    return { status: 204 };
  }),
  "objectSchemas.batchRead": reads(async ({ body: { inputs } }, { store, now }) => {
    const ids = [...new Set(inputs.map(({ id }) => id))];
    const typeNamed = await objectTypesNamed(ids, store);
    const schemas = new Map(ids.flatMap((id) => typeNamed(id)?.schema ?? []).map((schema) => [schema.objectTypeId, schema]));
    const results: ObjectSchema[] = [];
    for (const schema of schemas.values()) results.push(await shownSchema(schema, store));
    const missing = ids.filter((id) => typeNamed(id)?.schema === undefined);
    const message = `Some custom object types were not found: ${shortList(missing, "and")}.`;
    const rejection = new Rejection("OBJECT_NOT_FOUND", message, { context: { ids: missing } });
    return batchResponse(200, now, results, missing.length > 0 ? [batchError(rejection)] : []);
  }),
};

/** @param isFinal whether to also find a deleted object type. @throws Rejection when the account has no custom object type of this name */
async function existingSchema(name: string, { store, accountId }: Context, isFinal = false): Promise<StoredObjectSchema> {
  const current = (await objectTypesNamed([name], store))(name)?.schema;
  const isNamed = (schema: StoredObjectSchema) =>
    [schema.objectTypeId, ...schemaNames(schema.name, accountId)].includes(name.toLowerCase());
  const deleted = current || !isFinal ? undefined : (await schemasOf(store.documents)).find(isNamed);
  return existing(current ?? deleted, "No custom object type has this name or type id.");
}

/** @throws Rejection when the name is in use, or the account has too many custom object types */
async function rejectTaken(name: string, { store, accountId }: Context): Promise<void> {
  if (builtInType(name)) throw invalidValue("name", "builtIn", "must not be the name of a built-in object type", name);
  const schemas = await schemasOf(store.documents);
  const own = schemaNames(name, accountId);
  if (schemas.some((schema) => schemaNames(schema.name, accountId).some((other) => own.includes(other)))) {
    const problem = { in: "name", code: "nameTaken", message: "name must not be the name of an existing or deleted object type" };
    throw new Rejection("CONFLICT", "A custom object type already has this name.", { problems: [problem] });
  }
  if (schemas.length >= maxSchemas) {
    throw new Rejection("VALIDATION_ERROR", `An account can have at most ${maxSchemas} custom object types. Delete one for good first.`);
  }
}

async function newSchema(input: ObjectSchemaCreateInput, context: Context): Promise<StoredObjectSchema> {
  const { name, labels, description, allowsSensitiveProperties, requiredProperties, properties } = input;
  const { now, caller } = context;
  const objectTypeId = await unusedTypeId(context);
  const moment = timestampOf(now);
  return {
    objectTypeId,
    name,
    labels: { singular: labels.singular, plural: labels.plural },
    ...present({ description }),
    ...rolesOf(input),
    primaryDisplayProperty: input.primaryDisplayProperty ?? requiredProperties[0] ?? properties[0]?.name ?? "hs_object_id",
    allowsSensitiveProperties,
    createdAt: moment,
    updatedAt: moment,
    createdByUserId: caller.userId,
    updatedByUserId: caller.userId,
    archived: false,
  };
}

/** A seeded object type may have any id. */
async function unusedTypeId({ store, ids }: Context): Promise<string> {
  let typeId: string;
  do typeId = `2-${await ids.number()}`;
  while (await store.documents.get("objectSchema", typeId));
  return typeId;
}

function keyedByField(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [`associatedObjects[${index}]`, name]));
}
