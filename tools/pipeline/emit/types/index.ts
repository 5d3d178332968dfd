import { stringify } from "yaml";
import type { Behavior } from "../../model/behaviors.ts";
import type { BuiltInProperties } from "../../model/builtInProperties.ts";
import type { Described, GeneratedFile } from "../files.ts";
import { emitData } from "./data.ts";
import { emitFidelity } from "./fidelity.ts";
import { emitOperationTypes } from "./operations.ts";
import { emitProperties } from "./properties.ts";
import { emitSchemas } from "./schemas.ts";
import { emitWebhookTypes } from "./webhooks.ts";

export function emitTypes(
  { model, document, types }: Described,
  behaviors: readonly Behavior[],
  builtIn: BuiltInProperties = new Map(),
): GeneratedFile[] {
  return [
    { path: "openapi.json", content: `${JSON.stringify(document, null, 2)}\n` },
    { path: "openapi.yaml", content: stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }) },
    { path: "paths.ts", content: types.source },
    emitSchemas(model, types, nameModule),
    emitOperationTypes(model, types, nameModule),
    emitProperties(model, builtIn),
    emitWebhookTypes(model, types),
    emitData(model),
    ...emitFidelity(model, behaviors),
    { path: "index.ts", content: index },
  ];
}

/** This module is written by hand. */
const nameModule = "../properties.ts";

const index = `export * from "./data.ts";
export * from "./fidelity.ts";
export type * from "./operations.ts";
export type { components, operations, paths, webhooks } from "./paths.ts";
export type * from "./schemas.ts";
export type * from "./webhooks.ts";
`;
