import { asObject, type JsonObject } from "../openapi/json.ts";
import type { Context } from "./visitor.ts";

export interface ResponseExamples {
  readonly status: string;
  readonly hasBody: boolean;
  readonly examples: readonly string[];
}

/** What an operation answers, by status, with references followed. */
export function responsesOf(operation: JsonObject, context: Context): readonly ResponseExamples[] {
  return Object.entries(asObject(operation.responses)).map(([status, raw]) => {
    const response = asObject(context.resolve(raw).node);
    return { status, hasBody: Object.keys(asObject(response.content)).length > 0, examples: exampleNames(response) };
  });
}

export function isSuccess({ status }: ResponseExamples): boolean {
  return status.startsWith("2");
}

/** The names of the examples of a request body or a response. The same name on two media types is one example. */
export function exampleNames(withContent: JsonObject): readonly string[] {
  const mediaTypes = Object.values(asObject(withContent.content));
  return [...new Set(mediaTypes.flatMap((mediaType) => Object.keys(asObject(asObject(mediaType).examples))))];
}
