import type { Pipeline } from "@crm-platform/types";
import type { Formula } from "../../contract/builtInProperties.ts";
import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";
import { timestampOf } from "../common/timestamps.ts";
import { builtInProperties, calculatedProperties } from "./builtInProperties.ts";
import type { Definitions } from "./definitions.ts";
import { evaluate, propertiesIn } from "./formulas.ts";
import type { Values } from "./propertyValues.ts";

/**
 * Returns the values that a write changes because they are calculated from others. A property that requests can set is calculated only if the
 * request changes a property in its formula, but not the property itself.
 */
export function calculatedValues(definitions: Definitions, record: StoredRecord, written: Values, pipelines: readonly Pipeline[]): Values {
  const rows = calculatedProperties(record.objectType).filter(({ name }) => definitions.get(name)?.isBuiltIn);
  const formulas = new Map<string, Formula>();
  for (const { name, formula = "", readOnly = false } of rows) {
    const isChanged = () => written[name] === undefined && propertiesIn(formula).some((operand) => written[operand] !== undefined);
    if (readOnly || isChanged()) formulas.set(name, formula);
  }
  const results = new Map<string, string>();
  const context = {
    valueOf: resultOf,
    probabilityOf: (pipeline: string, stage: string) =>
      pipelines.find(({ id }) => id === pipeline)?.stages.find(({ id }) => id === stage)?.metadata.probability,
  };
  return Object.fromEntries([...formulas.keys()].map((name) => [name, resultOf(name)] as const).filter(isStored));

  function resultOf(name: string): string {
    const formula = formulas.get(name);
    if (formula === undefined) return currentValue(name);
    const earlier = results.get(name);
    if (earlier !== undefined) return earlier;
    const number = evaluate(formula, context) ?? "";
    const isFlag = number !== "" && definitions.get(name)?.type === "bool";
    const value = isFlag ? String(number !== "0") : number;
    results.set(name, value);
    return value;
  }

  function currentValue(name: string): string {
    if (builtInProperties(record.objectType).get(name)?.derivedFrom === "createdAt") return timestampOf(record.createdAt);
    return historyOf(record, name)[0]?.value ?? "";
  }

  function isStored([name, value]: readonly [string, string]): boolean {
    return value !== "" || historyOf(record, name).length > 0;
  }
}
