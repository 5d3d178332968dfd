import type { AssociationInput } from "@crm-platform/types";
import type { AssociationType } from "../associationTypes.ts";
import type { Pair } from "./associate.ts";
import { refuseIfAny, unknownThing } from "./refusals.ts";

/**
 * The pairs that the inputs of a batch name. behaviour.md, 5: the name of a type is taken in any case.
 * @param types those between the two object types
 * @throws Refusal when an input names another type
 */
export function pairsOf(types: readonly AssociationType[], inputs: readonly AssociationInput[]): Pair[] {
  const byName = new Map(types.map((type) => [type.name?.toLowerCase(), type]));
  const typeOf = (input: AssociationInput) => byName.get(input.type.toLowerCase());
  const expected = "the name of an association type from fromObjectType to toObjectType";
  refuseIfAny(
    inputs.flatMap((input, index) => (typeOf(input) ? [] : [unknownThing(`inputs[${index}].type`, "associationType", expected)])),
  );
  return inputs.flatMap((input) => {
    const type = typeOf(input);
    return type ? [{ type, fromId: input.from.id, toId: input.to.id }] : [];
  });
}
