import { maxProblems } from "../message.ts";
import type { Operation, Parameter } from "../openapi/operations.ts";

export interface SchemaError {
  /** A JSON pointer (RFC 6901) to the invalid value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Validate {
  (value: unknown): unknown;
  errors?: readonly SchemaError[] | null;
}

export interface Validators {
  readonly open: Readonly<Record<string, Validate>>;
  /** Validators that allow only declared fields, unless the schema explicitly allows other fields. */
  readonly closed: Readonly<Record<string, Validate>>;
}

/** Returns at most `maxProblems` errors. */
export type Check = (value: unknown) => readonly SchemaError[];

export const placeOf = {
  parameter: ({ operationId }: Operation, { place, name }: Parameter): string => `the ${place} parameter ${name} of ${operationId}`,
  requestBody: ({ operationId }: Operation): string => `the request body of ${operationId}`,
  alternative: ({ operationId }: Operation, discriminator: unknown): string => `the request body of ${operationId}, ${discriminator}`,
  responseBody: ({ operationId }: Operation, status: string): string => `the body of response ${status} of ${operationId}`,
  header: ({ operationId }: Operation, status: string, name: string): string =>
    `the header ${name} of response ${status} of ${operationId}`,
};

const nothing: readonly SchemaError[] = [];

/** @throws Error when the validators were generated from another document */
export function checkAt(validators: Readonly<Record<string, Validate>>, place: string): Check {
  const validate = validators[place];
  if (validate === undefined) throw new Error(`Missing validator: ${place}. Run: npx pnpm generate`);
  return (value) => (validate(value) ? nothing : errorsOf(validate));
}

// Each error contains the full path of its value, and a name in the path may have a million characters.
const maxCharacters = 1_000_000;

function errorsOf(validate: Validate): readonly SchemaError[] {
  const errors = validate.errors ?? nothing;
  // Otherwise, the function would keep thousands of errors in memory until its next call.
  validate.errors = null;
  const firstErrors: SchemaError[] = [];
  let characters = 0;
  for (const error of errors) {
    characters += error.instancePath.length;
    if (firstErrors.length === maxProblems || (firstErrors.length > 0 && characters > maxCharacters)) break;
    firstErrors.push(error);
  }
  return firstErrors;
}
