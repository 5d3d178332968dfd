import type { Difference } from "./document.ts";
import { pointerKeys } from "./pointer.ts";

/** Describes how a version differs from the described one. Names are between backticks. */
export function describeDifferences(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ absentFields = [], absentParameters = [], absentValues = {}, optional = {}, status = {} }) => [
    ...Object.entries(optional).map(([pointer, value]) => `${fieldAt(pointer)} is optional, with the default ${JSON.stringify(value)}`),
    ...(absentFields.length === 0 ? [] : [`Without ${absentFields.map(fieldAt).join(", ")}`]),
    ...(absentParameters.length === 0 ? [] : [`Without the query parameter ${absentParameters.map(quoted).join(", ")}`]),
    ...Object.entries(absentValues).map(([pointer, values]) => `${fieldAt(pointer)} cannot be ${values.map(quoted).join(" or ")}`),
    ...Object.entries(status).map(([from, to]) => `Status ${to} instead of ${from}${to === "204" ? ", without a body" : ""}`),
  ]);
}

/** Writes the pointer as a path: the items of a list are `[]`. */
function fieldAt(pointer: string): string {
  return quoted(pointerKeys(pointer).join(".").replaceAll(".*", "[]"));
}

function quoted(text: string): string {
  return `\`${text}\``;
}
