import type { AssociationInputV3 } from "@crm-platform/types";
import type { Pair } from "../associations/associate.ts";
import type { AssociationType } from "../associations/associationTypes.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";

/** Type names are case-insensitive (behaviour.md, 5). @throws Rejection when an input names another type */
export function pairsOf(types: readonly AssociationType[], inputs: readonly AssociationInputV3[]): Pair[] {
  const byName = new Map(types.map((type) => [type.name?.toLowerCase(), type]));
  const typeOf = (input: AssociationInputV3) => byName.get(input.type.toLowerCase());
  const expectation = "must be the name of an association type from fromObjectType to toObjectType";
  rejectIfAny(
    inputs.flatMap((input, index) =>
      typeOf(input) ? [] : [problemOf(`inputs[${index}].type`, "associationType", expectation, input.type)],
    ),
  );
  return inputs.flatMap((input) => {
    const type = typeOf(input);
    return type ? [{ type, fromId: input.from.id, toId: input.to.id }] : [];
  });
}
