import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { propertiesWithDefault } from "./builtInProperties.ts";
import type { Definitions } from "./definitions.ts";
import { normalValue, type Values } from "./propertyValues.ts";

/** Returns the defaults of the built-in properties that the values of a new record do not contain. */
export function defaultValues(objectType: string, definitions: Definitions, values: Values): Values {
  const defaults = propertiesWithDefault(objectType).flatMap(({ name, default: initial, defaultFrom = "" }) => {
    const value = initial ?? values[defaultFrom];
    return value && values[name] === undefined && definitions.get(name)?.isBuiltIn ? [[name, value] as const] : [];
  });
  return Object.fromEntries(defaults);
}

/** Returns valid values in the form in which they are stored. */
export function normalValues(definitions: Definitions, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, normalValue(definitions.get(name) ?? {}, value)]));
}

const lifecycleStage = "lifecyclestage";

export function lifecycleStageOf(record: StoredRecord): Values {
  const stage = historyOf(record, lifecycleStage)[0]?.value;
  return stage ? { [lifecycleStage]: stage } : {};
}

/** A lifecycle stage does not move backward: to set an earlier stage, clients first clear it. */
export function keepingLaterStage(definitions: Definitions, values: Values, record: StoredRecord): Values {
  const { [lifecycleStage]: stage } = values;
  const current = historyOf(record, lifecycleStage)[0]?.value;
  const { isBuiltIn, options = [] } = definitions.get(lifecycleStage) ?? {};
  if (!stage || !current || !isBuiltIn) return values;
  const position = (option: string) => options.findIndex(({ value }) => value === option);
  return position(stage) < position(current) ? { ...values, [lifecycleStage]: current } : values;
}
