import { isObject } from "./contract/openapi/document.ts";
import { isBearerToken } from "./contract/request/bearer.ts";
import type { MockOptions } from "./mock.ts";

interface Rule {
  /** What is right, after the name of the option. */
  readonly expected: string;
  fits(value: unknown): boolean;
}

const text: Rule = { expected: "must be a string", fits: (value) => typeof value === "string" };
const choice: Rule = { expected: "must be true or false", fits: (value) => typeof value === "boolean" };
const callback: Rule = { expected: "must be a function", fits: (value) => typeof value === "function" };

const rules: { readonly [Name in keyof Required<MockOptions>]: Rule } = {
  database: text,
  idSeed: text,
  rateLimits: choice,
  strict: choice,
  keepSunsetOperations: choice,
  demo: choice,
  controlToken: {
    expected: "must consist of letters, digits and . _ ~ + / - so that it fits into a header, and must not be empty",
    fits: (value) => typeof value === "string" && isBearerToken(value),
  },
  bodyLimit: { expected: "must be a number of bytes, at least 1", fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
  onError: callback,
  onServed: callback,
  wallClock: {
    expected: "must be a function that gives the milliseconds since 1970",
    fits: (value) => typeof value === "function" && !Number.isNaN(new Date(value()).getTime()),
  },
};

/**
 * Refuses options that createMock does not know or cannot use; what is `undefined` is left out. No value is quoted, because it
 * may be a password or a token.
 * @throws TypeError with everything that is wrong
 */
export function checkOptions(options: MockOptions): void {
  if (!isObject(options)) throw new TypeError("createMock: the options must be an object.");
  const problems = Object.entries(options).flatMap(([name, value]) => problemsOf(name, value));
  if (problems.length > 0) throw new TypeError(`createMock: ${problems.join("; ")}.`);
}

function problemsOf(name: string, value: unknown): string[] {
  if (!Object.hasOwn(rules, name)) return [`${name} is no option; there are ${Object.keys(rules).join(", ")}`];
  const { expected, fits } = rules[name as keyof typeof rules];
  return value === undefined || fits(value) ? [] : [`${name} ${expected}`];
}
