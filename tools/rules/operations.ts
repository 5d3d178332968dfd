import { dirname, relative, sep } from "node:path";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import type { Context, Location } from "./visitor.ts";

/** For example, `meetings.batchRead` consists of the area `meetings` and the name `batchRead`. */
export function splitOperationId(operationId: unknown): { area: string; name: string } | undefined {
  const [, area, name] = /^([a-z][A-Za-z0-9]*)\.([a-z][A-Za-z0-9]*)$/.exec(String(operationId)) ?? [];
  return area !== undefined && name !== undefined ? { area, name } : undefined;
}

export function titleOf(operation: JsonObject, { key }: Context): string {
  return typeof operation.operationId === "string" ? operation.operationId : `A ${String(key).toUpperCase()} operation`;
}

export function parametersOf(operation: JsonObject, context: Context): readonly JsonObject[] {
  const raw = [...asList(asObject(context.parent).parameters), ...asList(operation.parameters)];
  return raw.map((parameter) => asObject(context.resolve(parameter).node));
}

/** Returns a path relative to the folder of the root document, with slashes, for example `meetings/batchRead.yaml`. */
export function fileOf(location: Location, rootFile: string): string {
  return relative(dirname(rootFile), location.source.absoluteRef).replaceAll(sep, "/");
}

export interface ResponseExamples {
  readonly status: string;
  readonly hasBody: boolean;
  readonly examples: readonly string[];
}

export function responsesOf(operation: JsonObject, context: Context): readonly ResponseExamples[] {
  return Object.entries(asObject(operation.responses)).map(([status, raw]) => {
    const response = asObject(context.resolve(raw).node);
    return { status, hasBody: Object.keys(asObject(response.content)).length > 0, examples: exampleNames(response) };
  });
}

export function isSuccess({ status }: ResponseExamples): boolean {
  return status.startsWith("2");
}

/** The same name on two media types denotes one example. */
export function exampleNames(withContent: JsonObject): readonly string[] {
  const mediaTypes = Object.values(asObject(withContent.content));
  return [...new Set(mediaTypes.flatMap((mediaType) => Object.keys(asObject(asObject(mediaType).examples))))];
}
