import { isVersion } from "./contract/openapi/versions.ts";
import type { OnError } from "./front/failure.ts";
import { isHost } from "./http/host.ts";
import { bearerTokenRule, bodyLimitRule, callbackRule, type OptionRule, type OptionRules, serviceNameRule } from "./http/options.ts";
import type { OnServed } from "./http/serve.ts";
import type { WallClock } from "./platform/clock.ts";

export interface MockOptions {
  /**
   * The database that stores the state. Use `memory`, `file:PATH` for a single process, or `postgres://…` for any number of processes.
   * @default "memory"
   * @example await createMock({ database: "file:mock.sqlite" });
   */
  readonly database?: string;
  /**
   * The seed of all generated ids and tokens. With the same seed, a frozen clock and the same calls, all responses are the same, except for
   * user tokens and, on Postgres, correlation ids, which differ between processes. Tokens can be computed from the seed, so use a random seed
   * for a mock that other machines can reach.
   * @default a constant in memory, otherwise the seed that is stored in the database
   * @example await createMock({ idSeed: randomUUID() });
   */
  readonly idSeed?: string;
  /**
   * Whether rate limits apply, as on the platform. Use this option to test how a program handles a 429. The profile of an account can
   * override it.
   * @default false
   * @example await createMock({ rateLimits: true });
   */
  readonly rateLimits?: boolean;
  /**
   * Whether to reject query parameters, body fields and scopes that the document does not declare, and deviations that the real service is
   * known to accept. Use this option to find misspelled names.
   * @default false, as on the platform
   * @example await createMock({ strict: true });
   */
  readonly strict?: boolean;
  /**
   * Whether versions keep working after their end date; OAuth v1 ends first, on 2027-02-16. By default, they respond with 410 from that day
   * on, according to the mock's clock. Use this option to run old tests after that date.
   * @default false
   * @example await createMock({ keepSunsetOperations: true });
   */
  readonly keepSunsetOperations?: boolean;
  /**
   * The service's own name, which the documents replace. With the name `acme`, the mock sends `ACME_DEFINED` instead of `SERVICE_DEFINED`,
   * `acme_owner_id` instead of `hs_owner_id`, `acmeDefined` instead of `serviceDefined`, and headers such as `X-Acme-Correlation-Id`,
   * `X-Acme-RateLimit-Max` and, in webhooks, `X-Acme-Signature-v3`. Requests may use either spelling. Use this option to run a program
   * that was written for the service, or a client with the middleware `serviceName`.
   * @default the names of the documents
   * @example await createMock({ serviceName: "acme" });
   */
  readonly serviceName?: string;
  /**
   * The oldest version that your program should call, such as `2026-03`. If it calls an older one, `close` rejects with a list of these
   * calls, which lets a test suite fail. Ignores older interfaces that have neither an end date nor a newer version.
   * @default all versions are accepted
   * @example await createMock({ failBefore: "2026-03" });
   */
  readonly failBefore?: string;
  /**
   * Whether to create the account that the documentation's examples use, at the start and after every reset; see `addDemoAccount`. Use this
   * option to try the examples.
   * @default false
   * @example await createMock({ demo: true });
   */
  readonly demo?: boolean;
  /**
   * A bearer token that gives other machines access to the control API. Use this option for a shared mock.
   * @default no token; the control API accepts requests only from localhost
   * @example await createMock({ controlToken: process.env.CONTROL_TOKEN });
   */
  readonly controlToken?: string;
  /**
   * Maximum size of a request body in bytes, for every operation. A request with a larger body is rejected with status 413.
   * @default 2 MiB for JSON, 64 KiB for a form
   * @example await createMock({ bodyLimit: 10_000 });
   */
  readonly bodyLimit?: number;
  /**
   * The hosts to which webhooks can be sent, in addition to this machine. Names that end with `.localhost` always refer to this machine. Use
   * this option if the receiver of the webhooks runs on another machine. If `serveMock` listens on an address that other machines can
   * reach, webhooks are sent to this machine only if the list contains `localhost`.
   * @default no other hosts
   * @example await createMock({ webhookHosts: ["hooks.example"] });
   */
  readonly webhookHosts?: readonly string[];
  /**
   * Called with every internal error of the mock, which the client sees as a 500.
   * @default nothing is called
   * @example await createMock({ onError: (error) => console.error(error) });
   */
  readonly onError?: OnError;
  /**
   * Called with every request and its response, except for pages, CORS preflights, requests with a user token and data that is not HTTP.
   * Errors thrown by this function are passed to `onError`. Use this option to record the traffic of a test.
   * @default nothing is called
   * @example await createMock({ onServed: ({ shownPath, durationMs }) => console.log(shownPath, durationMs) });
   */
  readonly onServed?: OnServed;
  /**
   * Returns the machine's time, in milliseconds since the epoch. The mock's clock is based on it. Use this option if a test replaces
   * `Date`.
   * @default Date.now
   * @example await createMock({ wallClock: () => 1_776_672_000_000 });
   */
  readonly wallClock?: WallClock;
}

const text: OptionRule = { requirement: "must be a string", fits: (value) => typeof value === "string" };
const versionRule: OptionRule = {
  requirement: 'must be a version such as "2026-03" or "v4"',
  fits: (value) => typeof value === "string" && isVersion(value),
};
const choice: OptionRule = { requirement: "must be true or false", fits: (value) => typeof value === "boolean" };

export const mockOptions: OptionRules<MockOptions> = {
  database: text,
  idSeed: text,
  rateLimits: choice,
  strict: choice,
  keepSunsetOperations: choice,
  failBefore: versionRule,
  demo: choice,
  serviceName: serviceNameRule,
  controlToken: bearerTokenRule,
  bodyLimit: bodyLimitRule,
  webhookHosts: {
    requirement: "must be a list of host names or addresses, without ports or wildcards",
    fits: (value) => Array.isArray(value) && value.every((host) => typeof host === "string" && isHost(host)),
  },
  onError: callbackRule,
  onServed: callbackRule,
  wallClock: {
    requirement: "must be a function that returns the time in milliseconds since the epoch",
    fits: (value) => typeof value === "function" && !Number.isNaN(new Date(value()).getTime()),
  },
};
