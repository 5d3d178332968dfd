import { hash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { PropertyDefinition } from "../../store/records/recordStore.ts";
import type { Search } from "../../store/search/search.ts";
import { calculatedProperties, propertiesWithDefault } from "./builtInProperties.ts";
import { calculatedValues } from "./calculatedValues.ts";

/** Adds the values of the properties that a search names to the index, if the service sets them. @param definitions the named properties */
export async function indexCalculatedValues(
  objectType: string,
  definitions: readonly PropertyDefinition[],
  times: Pick<Search, "at" | "now">,
  { store, now, profile }: Pick<Context, "store" | "now" | "profile">,
): Promise<void> {
  const calculated = calculatedProperties(objectType);
  const withDefault = new Set(propertiesWithDefault(objectType).map(({ name }) => name));
  const setByService = definitions.filter(({ name, isBuiltIn }) => isBuiltIn && (calculated.has(name) || withDefault.has(name)));
  if (setByService.length === 0) return;
  const index = { names: setByService.map(({ name }) => name), version: await settingsVersion(store, profile) };
  await store.updateCalculatedIndex(objectType, index, times, (inside, records, names) =>
    calculatedValues(objectType, records, names, { store: inside, now, profile }),
  );
}

/** Values depend on the stages of pipelines and on the account's currency, which can change without a change of the records. */
async function settingsVersion({ documents }: Context["store"], { companyCurrency }: Context["profile"]): Promise<string> {
  const pipelines = await documents.list("pipeline");
  return hash("sha256", JSON.stringify({ pipelines, companyCurrency }), "base64url");
}
