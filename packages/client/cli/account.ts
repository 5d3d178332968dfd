import { ApiError, type CrmPlatformClient } from "@crm-platform/client";
import { type ObjectSchema, objectTypes, type Property } from "@crm-platform/types";

/** An object type with properties that the account defined. */
export interface OwnTypes {
  /** The singular name of the object type, for example `line_item`. */
  readonly singular: string;
  readonly properties: readonly Property[];
  /** The id of a custom object type, for example `2-1203`. */
  readonly customId?: string;
  /** The other names of a custom object type, in lowercase. */
  readonly customNames?: readonly string[];
}

export interface AccountTypes {
  readonly types: readonly OwnTypes[];
  /** The object types whose properties the access token cannot read. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Reads what the account defined. @throws CallError, unless only some of the object types cannot be read */
export async function readAccount(client: CrmPlatformClient): Promise<AccountTypes> {
  const standard = objectTypes.map(({ plural, singular }) =>
    unlessDenied(plural, async () => {
      const { results } = await client.properties.list(plural);
      return [{ singular, properties: ownIn(results) }].filter(({ properties }) => properties.length > 0);
    }),
  );
  const custom = unlessDenied("custom object types", async () => (await client.objectSchemas.list()).results.map(customType));
  const readings = await Promise.all([...standard, custom]);
  const denied = readings.flatMap((reading) => ("error" in reading ? [reading] : []));
  if (denied.length === readings.length) throw denied[0]?.error;
  return {
    types: readings.flatMap((reading) => ("types" in reading ? reading.types : [])),
    unreadable: denied.map(({ name, error }) => ({ name, reason: error.message })),
  };
}

type Reading = { readonly types: OwnTypes[] } | { readonly name: string; readonly error: ApiError };

async function unlessDenied(name: string, read: () => Promise<OwnTypes[]>): Promise<Reading> {
  try {
    return { types: await read() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return { name, error };
    throw error;
  }
}

const standardNames: ReadonlySet<string> = new Set(objectTypes.flatMap(({ plural, singular }) => [plural, singular]));

function customType({ objectTypeId, name, fullyQualifiedName, properties }: ObjectSchema): OwnTypes {
  const names = [name, fullyQualifiedName].map((one) => one.toLowerCase()).filter((one) => !standardNames.has(one));
  return { singular: name, properties: ownIn(properties), customId: objectTypeId, customNames: [...new Set(names)] };
}

function ownIn(properties: readonly Property[]): Property[] {
  return properties.filter(({ serviceDefined }) => !serviceDefined);
}
