import { parseArgs } from "node:util";
import { isBearerToken } from "../contract/request/bearer.ts";
import type { ProxyCommandOptions } from "./proxy.ts";
import type { StartOptions } from "./start.ts";
import { UsageError } from "./usageError.ts";

export const usage = `crm-platform-mock: the CRM Platform on your machine

  crm-platform-mock start [options]
      Serves the platform, state and all. Prints one line when it is ready: ready http://127.0.0.1:PORT

      --port 4010              0 takes any free port
      --host 127.0.0.1         where to listen
      --database memory        memory, file:PATH, or postgres://… for several processes
      --seed FILE              accounts and their data, see the package's README; may be given more than once
      --demo                   the account of the documentation's examples, with its data
      --rate-limits            limits requests as the platform does
      --strict                 refuses query parameters, fields and scopes that the document does not have
      --keep-sunset-operations  lets operations work after the day they end; OAuth v1 ends on 2027-02-16
      --id-seed TEXT           what ids and tokens are made from; the same seed makes the same ones
      --control-token TOKEN    opens the control API to whoever sends it; else it is for this machine only
                               (better in the environment: CRM_PLATFORM_MOCK_CONTROL_TOKEN)
      --log json|pretty        a line on stderr for every request to the API
      --examples               no state: answers from the examples of the document, by Prism

  crm-platform-mock proxy --upstream URL [--port 4011] [--host 127.0.0.1] [--fail]
      Forwards everything to the upstream, and prints what breaks the contract, one violation a line.
      Lines that begin with "known" tell what the document says itself that the real service does.
      With --fail the exit code is 1 when there was a violation that is not known.

Exit codes: 0 ended by SIGINT or SIGTERM, 1 could not start or found violations, 2 wrong usage.
`;

const shared = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  help: { type: "boolean", short: "h" },
} as const;

const optionsOf = {
  start: {
    ...shared,
    database: { type: "string" },
    seed: { type: "string", multiple: true },
    demo: { type: "boolean" },
    "rate-limits": { type: "boolean" },
    strict: { type: "boolean" },
    "keep-sunset-operations": { type: "boolean" },
    "id-seed": { type: "string" },
    "control-token": { type: "string" },
    log: { type: "string" },
    examples: { type: "boolean" },
  },
  proxy: { ...shared, upstream: { type: "string" }, fail: { type: "boolean", default: false } },
} as const;

export type Command =
  | { readonly name: "help" }
  | { readonly name: "start"; readonly options: StartOptions }
  | { readonly name: "proxy"; readonly options: ProxyCommandOptions };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the words of a command line. @throws UsageError, or an error of `parseArgs`, when they make no sense */
export function readCommand([name, ...words]: readonly string[], environment: Environment = {}): Command {
  if (name === "--help" || name === "-h" || words.includes("--help") || words.includes("-h")) return { name: "help" };
  if (name === "start") return { name, options: startOptions(words, environment) };
  if (name === "proxy") return { name, options: proxyOptions(words) };
  throw new UsageError(name === undefined ? "Say what to do: start or proxy." : `There is no command ${name}.`);
}

function startOptions(words: string[], environment: Environment): StartOptions {
  const { values } = parseArgs({ args: words, options: optionsOf.start });
  if (values.examples) refuseState(values);
  return {
    port: portOf(values.port ?? "4010"),
    hostname: hostOf(values.host),
    database: values.database,
    seeds: values.seed ?? [],
    demo: values.demo ?? false,
    rateLimits: values["rate-limits"] ?? false,
    strict: values.strict ?? false,
    keepSunsetOperations: values["keep-sunset-operations"] ?? false,
    idSeed: idSeedOf(values["id-seed"]),
    // The variable may be set for another program; the option is meant for this mock.
    controlToken: tokenOf(values["control-token"], values.examples ? undefined : environment["CRM_PLATFORM_MOCK_CONTROL_TOKEN"]),
    log: oneOf("--log", values.log, ["json", "pretty"]),
    examples: values.examples ?? false,
  };
}

const withoutState: readonly string[] = ["port", "host", "log", "examples"];

function refuseState(values: object): void {
  const given = Object.keys(optionsOf.start).filter((name) => Object.hasOwn(values, name) && !withoutState.includes(name));
  if (given.length === 0) return;
  throw new UsageError(`--examples has no state, so it does not go with ${given.map((name) => `--${name}`).join(", ")}.`);
}

function proxyOptions(words: string[]): ProxyCommandOptions {
  const { port = "4011", host, upstream, fail } = parseArgs({ args: words, options: optionsOf.proxy }).values;
  return { port: portOf(port), hostname: hostOf(host), upstream: upstreamOf(upstream), fail };
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${text}.`);
  }
  return Number(text);
}

/** Node takes no host for every address of the machine; here it is a variable that is not set. */
function hostOf(text: string): string {
  if (text === "") throw new UsageError("--host is empty. Leave it out, or give an address such as 127.0.0.1.");
  return text;
}

function oneOf<Word extends string>(option: string, value: string | undefined, words: readonly Word[]): Word | undefined {
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined) throw new UsageError(`${option} must be ${words.join(" or ")}, not ${value}.`);
  return word;
}

function idSeedOf(text: string | undefined): string | undefined {
  if (text === "") throw new UsageError("--id-seed is empty. Leave it out for a random one, or give a text.");
  return text;
}

/** An empty variable is one that is not set: some shells and most build servers know no other way to unset it. */
function tokenOf(option: string | undefined, variable: string | undefined): string | undefined {
  if (option === "") throw new UsageError("--control-token is empty. Leave it out, or give a token.");
  const text = option ?? (variable === "" ? undefined : variable);
  if (text !== undefined && !isBearerToken(text)) {
    throw new UsageError("The control token must consist of letters, digits and . _ ~ + / - so that it fits into a header.");
  }
  return text;
}

function upstreamOf(text: string | undefined): URL {
  const url = URL.parse(text ?? "");
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "") {
    throw new UsageError("proxy needs --upstream with a URL such as https://api.example.com, without a user or a query.");
  }
  return url;
}
