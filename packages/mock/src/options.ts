import { isObject } from "./contract/openapi/document.ts";
import { isBearerToken } from "./contract/request/bearer.ts";
import type { OnError } from "./front/failure.ts";
import type { OnServed } from "./http/serve.ts";
import type { WallClock } from "./platform/clock.ts";

export interface MockOptions {
  /**
   * Where the state is kept: `memory`, `file:PATH` for a file that one process has to itself, or `postgres://…` for any number
   * of processes. Default: `memory`.
   */
  readonly database?: string;
  /**
   * Feeds all ids and tokens: with the same seed, a clock that stands still and the same calls, every answer is the same. On
   * Postgres all but the ids of failures, which tell the processes apart. Tokens can be computed from the seed: give a random one to
   * a mock that other machines can reach. Default: in memory always the same, else that of the database.
   */
  readonly idSeed?: string;
  /** Whether requests are limited, as they are on the platform. An account can decide otherwise. Default: no. */
  readonly rateLimits?: boolean;
  /**
   * Whether query parameters, fields of a body and scopes that the document does not have are refused, and what the real service
   * is only observed to accept. Default: no, as on the platform.
   */
  readonly strict?: boolean;
  /**
   * Whether operations go on working after the day on which they end; OAuth v1 ends on 2027-02-16. Default: no, from that day on
   * they answer 410, by the mock's clock.
   */
  readonly keepSunsetOperations?: boolean;
  /** Whether the mock has the account of the examples, see `addDemoAccount`: from the start, and again after every reset. Default: no. */
  readonly demo?: boolean;
  /** Who sends it as a bearer token may use the control API from anywhere. Without one it is open to this machine only. */
  readonly controlToken?: string;
  /** The largest request body in bytes, for every operation; by default 2 MiB of JSON or 64 KiB of a form. */
  readonly bodyLimit?: number;
  /** Called with every failure of the mock itself. */
  readonly onError?: OnError;
  /**
   * Called with every request and its response, except for pages, CORS preflights and data that is not HTTP. `onError` gets what
   * it throws.
   */
  readonly onServed?: OnServed;
  /** The machine's time in milliseconds since the epoch, which the mock's clock follows. Default: `Date.now`. */
  readonly wallClock?: WallClock;
}

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
