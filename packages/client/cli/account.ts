import { ApiError, type CrmPlatformClient } from "@crm-platform/client";
import { objectTypes, type Property } from "@crm-platform/types";

/** An object type with properties that the account defined. */
export interface OwnTypes {
  /** The singular name of the object type, for example `line_item`. */
  readonly singular: string;
  readonly properties: readonly Property[];
}

export interface AccountTypes {
  readonly types: readonly OwnTypes[];
  /** The object types whose properties the access token cannot read. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Reads the properties that the account defined. @throws CallError, unless only some of the object types cannot be read */
export async function readAccount(client: CrmPlatformClient): Promise<AccountTypes> {
  const readings = await Promise.all(
    objectTypes.map(async ({ plural, singular }) => ({ plural, singular, ...(await readOwn(client, plural)) })),
  );
  const denied = readings.filter(({ error }) => error !== undefined);
  if (denied.length === readings.length) throw denied[0]?.error;
  return {
    types: readings.flatMap(({ singular, properties = [] }) => (properties.length === 0 ? [] : [{ singular, properties }])),
    unreadable: denied.map(({ plural, error }) => ({ name: plural, reason: String(error?.message) })),
  };
}

async function readOwn(client: CrmPlatformClient, type: string): Promise<{ properties?: Property[]; error?: ApiError }> {
  try {
    const { results } = await client.properties.list(type);
    return { properties: results.filter(({ serviceDefined }) => !serviceDefined) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return { error };
    throw error;
  }
}
