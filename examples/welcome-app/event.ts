/** Defines a custom event, and sends an occurrence of it for each welcomed contact. */
import type { Contact } from "./contact.ts";
import { type Client, ignoreConflict } from "./settings.ts";

const name = "contact_welcomed";

export async function defineEvent(client: Client): Promise<void> {
  const definition: Parameters<Client["eventDefinitions"]["create"]>[0] = {
    name,
    label: "Contact welcomed",
    primaryObject: "CONTACT",
    propertyDefinitions: [{ name: "recipient", label: "Recipient", type: "string" }],
    includeDefaultProperties: false,
  };
  await ignoreConflict(client.eventDefinitions.create(definition));
}

/** The platform stores an occurrence only once per `uuid`, so this function can be called again after a failure. */
export async function sendEvent(client: Client, accountId: number, { id, email }: Contact): Promise<void> {
  await client.eventOccurrences.send({
    eventName: `pe${accountId}_${name}`,
    objectId: id,
    uuid: `${name}-${id}`,
    properties: { recipient: email },
  });
}
