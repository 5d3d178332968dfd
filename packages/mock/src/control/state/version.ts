import { invalidRequest } from "../../contract/errors/refusal.ts";
import { isObject } from "../../contract/openapi/document.ts";

/** The version of the shape of a state. It grows with every change that older programs could not read. */
export const stateVersion = 1;

/**
 * Before anything else is checked: what else a newer state has would be told as fields that nobody knows.
 * @throws Refusal for a state of a newer version
 */
export function refuseNewer(state: unknown): void {
  const version = isObject(state) ? state["version"] : undefined;
  if (typeof version !== "number" || !(version > stateVersion)) return;
  const message = `version must be ${stateVersion}: this mock is older than what the state was taken from; bring it up to date`;
  throw invalidRequest([{ in: "version", code: "maximum", message }]);
}
