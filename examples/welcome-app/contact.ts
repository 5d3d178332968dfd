/** Looks up the contact of a webhook, because an event contains only the contact's id. */
import { ApiError } from "@crm-platform/client";
import type { Client } from "./settings.ts";

export interface Contact {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
}

/** Returns `undefined` if the contact has been archived or has no email address. */
export async function lookUpContact(client: Client, id: string): Promise<Contact | undefined> {
  try {
    const { properties } = await client.records.get("contacts", id, { properties: ["email", "firstname"] });
    const { email, firstname } = properties;
    return email ? { id, email, firstName: firstname ?? "" } : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
