import type { Operation } from "./operation.ts";

/** The values of a call that nobody is to read in a message, from its path, its parameters and its body, each for itself. */
export function secretsIn({ sensitive = [], body }: Operation, path: object, parameters: unknown): string[] {
  const places = [path, parameters, Object(parameters)[body?.member ?? "body"]];
  return sensitive
    .flatMap((names) => places.flatMap((place) => valuesAt(place, [names].flat())))
    .filter((value) => typeof value === "string");
}

/** What names lead to, through every item of the lists on the way. */
function valuesAt(value: unknown, names: readonly string[]): unknown[] {
  const [name, ...rest] = names;
  const values = [value].flat(9);
  return name === undefined ? values : values.flatMap((one) => valuesAt(Object(one)[name], rest));
}
