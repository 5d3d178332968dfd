import { type Category, Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import type { Operation, ResponseModel } from "../contract/openapi/operations.ts";
import type { ExampleChoice } from "../contract/prism/prism.ts";
import { shortened } from "../contract/problems/fields.ts";
import type { Preference } from "../http/prefer.ts";

/**
 * @param matchingExample the name of the example that the request matches
 * @throws Rejection when the preference is invalid; the message lists the available responses and examples
 */
export function chooseResponse(
  operation: Operation,
  preference: Preference,
  matchingExample: string | undefined,
  newSeed: () => string,
): ExampleChoice {
  const isDynamic = preference.dynamic === "" || preference.dynamic === "true";
  checkSense(preference, isDynamic);
  const candidates = responsesFor(operation, preference.code);
  if (candidates.length === 0) throw notThere(operation, `the response ${preference.code}`);
  const exampleName = preference.example ?? (isDynamic ? undefined : matchingExample);
  const holder = candidates.find((response) => exampleName !== undefined && response.examples.has(exampleName));
  if (preference.example !== undefined && !holder) {
    throw notThere(operation, `the example ${shortened(preference.example)}`);
  }
  const response = holder ?? usualResponse(candidates);
  const example = isDynamic ? undefined : holder ? exampleName : usualExample(response, preference.code);
  return {
    response: response.status,
    status: statusOf(response, preference.code, example),
    ...(example === undefined ? {} : { example }),
    ...(isDynamic ? { seed: preference.seed ?? newSeed() } : {}),
  };
}

function checkSense({ code, example, dynamic, seed }: Preference, isDynamic: boolean): void {
  if (code !== undefined && !/^([2-5]\d\d|default)$/.test(code)) throw senseless("code must be a status from 200 to 599, or default");
  if (dynamic !== undefined && !isDynamic && dynamic !== "false") throw senseless("dynamic must be true or false");
  if (seed !== undefined && !isDynamic) throw senseless("seed requires dynamic=true");
  if (example !== undefined && isDynamic) throw senseless("example and dynamic=true cannot be combined");
}

/** A `default` response represents errors, so it never matches an undeclared 2xx. */
function responsesFor({ responses }: Operation, code: string | undefined): readonly ResponseModel[] {
  if (code === undefined) return responses;
  const keys = code === "default" || code < "400" ? [code] : [code, "default"];
  return keys.flatMap((key) => responses.filter((response) => response.status === key));
}

function usualResponse(responses: readonly ResponseModel[]): ResponseModel {
  const successes = responses.filter((response) => response.status.startsWith("2"));
  const response = successes.toSorted((one, other) => one.status.localeCompare(other.status))[0] ?? responses[0];
  if (!response) throw new Error("The operation declares no response.");
  return response;
}

/** Prefers an example with the status, because a `default` response has examples for several statuses. */
function usualExample({ examples }: ResponseModel, code: string | undefined): string | undefined {
  const names = [...examples.keys()];
  return names.find((name) => statusOfExample(examples.get(name)) === Number(code)) ?? names[0];
}

/** For a `default` response, the category in the body determines the status. */
function statusOf(response: ResponseModel, code: string | undefined, example: string | undefined): number {
  if (/^\d+$/.test(response.status)) return Number(response.status);
  if (code !== undefined && code !== "default") return Number(code);
  return statusOfExample(response.examples.get(example ?? "")) ?? statusOfCategory.INTERNAL_ERROR;
}

function statusOfExample(example: unknown): number | undefined {
  const category = (example as { readonly category?: Category } | null | undefined)?.category;
  return category === undefined ? undefined : statusOfCategory[category];
}

function senseless(message: string): Rejection {
  return new Rejection("VALIDATION_ERROR", `The Prefer header is not valid: ${message}.`);
}

function notThere(operation: Operation, what: string): Rejection {
  const there = operation.responses.map(({ status, examples }) => [status, [...examples.keys()].join(", ")].join(" ").trim());
  return new Rejection(
    "VALIDATION_ERROR",
    `The Prefer header requests ${what}, which is not in the document. Available: ${there.join("; ")}.`,
  );
}
