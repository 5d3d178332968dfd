import type { ObjectSchema } from "@crm-platform/types";
import type { AccountStore } from "../../store/accountStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { StoredObjectSchema } from "../../store/documents/documents.ts";
import { shownProperty } from "../properties/shownProperty.ts";
import { definitionsOf } from "../records/definitions.ts";
import { fullyQualifiedName } from "../records/objectTypes.ts";
import { shownAssociation, unlabeledTypesOf } from "./associations.ts";

/** Returns all custom object types, including deleted ones. */
export async function schemasOf(documents: DocumentStore): Promise<StoredObjectSchema[]> {
  return (await documents.list("objectSchema")).map(({ document }) => document);
}

export async function storeSchema(schema: StoredObjectSchema, documents: DocumentStore): Promise<void> {
  await documents.put("objectSchema", [{ key: schema.objectTypeId, document: schema }]);
}

export async function shownSchema(schema: StoredObjectSchema, { accountId, records, documents }: AccountStore): Promise<ObjectSchema> {
  const { objectTypeId, name } = schema;
  const properties = [...(await definitionsOf(records, objectTypeId)).values()].map((property) => shownProperty(objectTypeId, property));
  const associations = (await unlabeledTypesOf(objectTypeId, documents)).map(shownAssociation);
  return {
    ...schema,
    id: objectTypeId.slice(2),
    fullyQualifiedName: fullyQualifiedName(accountId, name),
    properties,
    associations,
  };
}

/** Deletes an object type, its lists and property groups, and the webhook subscriptions to its records. */
export async function deleteDocumentsOf(typeId: string, documents: DocumentStore): Promise<void> {
  await documents.delete("objectSchema", typeId);
  for (const { key, document } of await documents.list("propertyGroup")) {
    if (document.objectType === typeId) await documents.delete("propertyGroup", key);
  }
  for (const collection of ["list", "webhookSubscription"] as const) {
    for (const { key, document } of await documents.list(collection)) {
      if (document.objectTypeId === typeId) await documents.delete(collection, key);
    }
  }
}
