import type { Operation } from "./operation.ts";

/** The values of a call that nobody is to read in a message. */
export function secretsIn({ sensitive = [], body }: Operation, path: object, parameters: unknown): string[] {
  const given: Readonly<Record<string, unknown>> = {
    ...Object(parameters),
    ...Object(Object(parameters)[body?.member ?? "body"]),
    ...path,
  };
  return sensitive.map((name) => given[name]).filter((value) => typeof value === "string");
}
