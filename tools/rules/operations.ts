import { dirname, relative, sep } from "node:path";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import type { Context, Location } from "./visitor.ts";

/** The two parts of an operationId: `meetings.batchRead` is `batchRead` of the area `meetings`. */
export function splitOperationId(operationId: unknown): { area: string; name: string } | undefined {
  const [, area, name] = /^([a-z][A-Za-z0-9]*)\.([a-z][A-Za-z0-9]*)$/.exec(String(operationId)) ?? [];
  return area !== undefined && name !== undefined ? { area, name } : undefined;
}

/** What a message calls an operation. */
export function titleOf(operation: JsonObject, { key }: Context): string {
  return typeof operation.operationId === "string" ? operation.operationId : `A ${String(key).toUpperCase()} operation`;
}

/** The parameters of an operation, those of its path item included, with references followed. */
export function parametersOf(operation: JsonObject, context: Context): readonly JsonObject[] {
  const raw = [...asList(asObject(context.parent).parameters), ...asList(operation.parameters)];
  return raw.map((parameter) => asObject(context.resolve(parameter).node));
}

/** The file of a place, relative to the folder of the root document and with slashes: `meetings/batchRead.yaml`. */
export function fileOf(location: Location, rootFile: string): string {
  return relative(dirname(rootFile), location.source.absoluteRef).replaceAll(sep, "/");
}
