import { ownerIdsOf } from "../../handlers/owners.ts";
import { isReserved } from "../../handlers/records/builtInProperties.ts";
import { definitionsOf } from "../../handlers/records/definitions.ts";
import { knownType } from "../../handlers/records/objectTypes.ts";
import { pipelinesFor, withPipeline } from "../../handlers/records/pipelineValues.ts";
import { invalidValue, NameSuggestions, ownerProblems, unknownName, type Values } from "../../handlers/records/propertyValues.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { profileOf } from "../existingAccount.ts";
import type { Findings } from "./problems.ts";

/**
 * Checks the names and current values of seeded records as a request does, except that a seed can set read-only properties and omit required
 * ones. The account must already contain the rest of the state, to which the values may refer.
 */
export async function checkValues(
  account: AccountStore,
  records: ReadonlyMap<string, readonly StoredRecord[]>,
  placeOf: (typeId: string, id: string) => string | undefined,
  findings: Findings,
): Promise<void> {
  let owners: ReadonlySet<string> | undefined;
  const ownerIds = async () => (owners ??= await ownerIdsOf(account.documents, await profileOf(account)));
  for (const [typeId, ofType] of records) {
    const type = knownType(typeId);
    const definitions = await definitionsOf(account.records, typeId);
    const suggestions = new NameSuggestions(async () => definitions.keys());
    const pipelines = await pipelinesFor(type, account.documents);
    for (const record of ofType) {
      const values = currentValues(record);
      const named = Object.entries(values).flatMap(([name, value]) => {
        const definition = definitions.get(name);
        if (definition) return invalidValue(definition, value, `properties.${name}`) ?? [];
        return isReserved(typeId, name) ? [] : unknownName(name, `properties.${name}`);
      });
      const inPipeline = withPipeline(type, pipelines, values, undefined, "properties").problems.filter(({ code }) => code !== "required");
      const problems = [
        ...(await suggestions.addTo(named)),
        ...inPipeline,
        ...(await ownerProblems(definitions, values, "properties", ownerIds)),
      ];
      if (problems.length > 0) findings.addAll(placeOf(typeId, record.id) ?? "records", problems);
    }
  }
}

function currentValues({ properties }: StoredRecord): Values {
  return Object.fromEntries(Object.entries(properties).flatMap(([name, [current]]) => (current ? [[name, current.value] as const] : [])));
}
