import type { Document } from "../../openapi/document.ts";
import { readExtension } from "../../openapi/extensions.ts";
import { localIdentifier, memberIdentifier, UniqueNames } from "../names.ts";
import type { DataFacts } from "./model.ts";

/** Constants that the types package exports in addition to those in `x-data`. */
const ownConstants = "apiTitle apiVersion behaviours contentHash enums fidelity operationTable scopeLists scopes sunsetInterfaces".split(
  " ",
);

/** Appends a number to a name that is already in use. */
export function readData(document: Document): DataFacts[] {
  const names = new UniqueNames();
  for (const name of ownConstants) names.take(name);
  return Object.entries(readExtension("x-data", document["x-data"]) ?? {}).map(([key, { description, value }]) => ({
    name: names.take(localIdentifier(memberIdentifier(key))),
    description,
    value: value as DataFacts["value"],
  }));
}
