import type { AssociationInputV3 } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Pair } from "../associations/associate.ts";
import { typeNamed } from "../associations/associationTypes.ts";
import type { Ends } from "../associations/ends.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";

/** @throws Rejection when an input names a type that does not lead from one object type to the other */
export function pairsOf({ between }: Ends, inputs: readonly AssociationInputV3[]): Pair[] {
  const problems: Problem[] = [];
  const expectation = "must be the name of an association type from fromObjectType to toObjectType";
  const pairs = inputs.flatMap(({ from, to, type: name }, index) => {
    const type = typeNamed(between, name);
    if (!type) problems.push(problemOf(`inputs[${index}].type`, "associationType", expectation, name));
    return type ? [{ type, fromId: from.id, toId: to.id }] : [];
  });
  rejectIfAny(problems);
  return pairs;
}
