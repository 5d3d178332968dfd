import type { Document } from "../../openapi/document.ts";
import { mapOf } from "../json.ts";

/** The kind and name of a shared part, for example `schemas/Domain`. */
export type Part = string;

/** Kinds of parts that have a name in the published types. */
export const partKinds = ["schemas", "responses", "parameters", "headers", "requestBodies"] as const;

export function partsOf({ components = {} }: Document): Part[] {
  return partKinds.flatMap((kind) => [...mapOf(components[kind]).keys()].map((name) => `${kind}/${name}`));
}

export function subjectOf(part: Part): string {
  return kindOf(part) === "schemas" ? nameOf(part) : part;
}

export function nameOf(part: Part): string {
  return part.slice(part.indexOf("/") + 1);
}

export function kindOf(part: Part): string {
  return part.slice(0, part.indexOf("/"));
}
