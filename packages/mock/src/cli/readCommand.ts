import { isServiceName } from "@crm-platform/types/serviceNames";
import { isVersion } from "../contract/openapi/versions.ts";
import { didYouMean } from "../contract/problems/nearest.ts";
import { isBearerToken } from "../contract/request/bearer.ts";
import { isHost } from "../http/host.ts";
import { serviceNameRule } from "../http/options.ts";
import type { ProxyCommandOptions } from "./proxy.ts";
import type { StartOptions } from "./start.ts";
import { UsageError } from "./usageError.ts";
import { parseWords, readPort } from "./words.ts";

export const usage = `crm-platform-mock: runs the CRM Platform on your machine

Usage:
  crm-platform-mock [start] [options]
      Serves the platform and keeps its state. When it is ready, prints the line "ready http://127.0.0.1:PORT", and then the addresses
      of the API, the reference, the console and the document.

      --port PORT               port to listen on, 0 for any free port (default: 4010)
      --host HOST               address to listen on (default: 127.0.0.1)
      --smtp PORT               also accept email by SMTP on this port, 0 for any free port; see the package's README
      --webhook-hosts HOSTS     other hosts to which webhooks can be sent, separated by commas (default: only this machine,
                                or no host if --host makes the mock available to other machines; see localhost in HOSTING.md)
      --database DATABASE       memory, file:PATH, or postgres://… for several processes (default: memory)
      --seed FILE               JSON file with accounts and their data (see the package's README); can be repeated
      --demo                    create the account that the documentation's examples use, with its data
      --rate-limits             apply the platform's rate limits
      --strict                  reject query parameters, body fields and scopes that the API does not declare
      --service-name NAME       send the names of a service that contain its own name, such as NAME_owner_id (default: hs_owner_id)
      --keep-sunset-operations  serve versions after they have ended; OAuth v1 ends first, on 2027-02-16
      --fail-before VERSION     exit with 1 and list the calls if an older version than this one was called, for example 2026-03
      --id-seed TEXT            seed of generated ids and tokens; the same seed generates the same values
      --control-token TOKEN     bearer token for the control API; without a token, only this machine can use the API
                                (safer: set the variable CRM_PLATFORM_MOCK_CONTROL_TOKEN)
      --end-with-parent         end when standard input closes, as it does when the program that started the mock ends
      --log json|pretty         log each request to the API as a line on stderr
      --examples                respond with the examples in the API's document, without keeping state

  crm-platform-mock proxy --upstream URL [--port 4011] [--host 127.0.0.1] [--service-name NAME] [--fail] [--end-with-parent]
      Forwards all requests to the upstream, and prints each contract violation on a line.
      Lines that start with "known" are violations that the mock accepts too, such as unknown fields and declared deviations.
      With --fail, the exit code is 1 if there were other violations.

  crm-platform-mock mcp [--database DATABASE] [--seed FILE] [--demo] [options]
      Offers the mock to an agent as a server of the Model Context Protocol, over standard input and output.
      Accepts the options of start, except for --port, --host, --control-token, --examples and --end-with-parent.
      A mock that runs with start offers the same at /mcp.

  crm-platform-mock --version
      Prints the version.

Exit codes: 0 ended by SIGINT, SIGTERM or --end-with-parent; 1 could not start, found violations with --fail, or was called in older versions with --fail-before; 2 invalid usage.
`;

const commonOptions = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  "end-with-parent": { type: "boolean", default: false },
} as const;

const optionsOf = {
  start: {
    ...commonOptions,
    smtp: { type: "string" },
    "webhook-hosts": { type: "string" },
    database: { type: "string" },
    seed: { type: "string", multiple: true },
    demo: { type: "boolean" },
    "rate-limits": { type: "boolean" },
    strict: { type: "boolean" },
    "service-name": { type: "string" },
    "keep-sunset-operations": { type: "boolean" },
    "fail-before": { type: "string" },
    "id-seed": { type: "string" },
    "control-token": { type: "string" },
    log: { type: "string" },
    examples: { type: "boolean" },
  },
  proxy: { ...commonOptions, upstream: { type: "string" }, "service-name": { type: "string" }, fail: { type: "boolean", default: false } },
} as const;

export type Command =
  | { readonly name: "help" | "version" }
  | { readonly name: "start" | "mcp"; readonly options: StartOptions }
  | { readonly name: "proxy"; readonly options: ProxyCommandOptions };

type Environment = Readonly<Record<string, string | undefined>>;

const commands = ["start", "mcp", "proxy"] as const;

/** Without a command, the options belong to `start`. */
export function readCommand(all: readonly string[], environment: Environment = {}): Command {
  if (all.includes("--help") || all.includes("-h")) return { name: "help" };
  if (all.includes("--version")) return { name: "version" };
  const [name = "start", ...words] = all[0]?.startsWith("-") ? ["start", ...all] : all;
  if (name === "start") return { name, options: startOptions(words, environment) };
  if (name === "mcp") return { name, options: mcpOptions(words) };
  if (name === "proxy") return { name, options: proxyOptions(words) };
  throw new UsageError(`Unknown command "${name}"${didYouMean(name, commands) || "."} Valid commands: ${commands.join(", ")}.`);
}

function startOptions(words: string[], environment: Environment): StartOptions {
  const { values } = parseWords(words, optionsOf.start);
  if (values.examples) rejectState(values);
  return {
    port: readPort("--port", values.port ?? "4010"),
    smtpPort: values.smtp === undefined ? undefined : readPort("--smtp", values.smtp),
    hostname: hostOf(values.host),
    webhookHosts: hostsOf(values["webhook-hosts"]),
    database: values.database,
    seeds: values.seed ?? [],
    demo: values.demo ?? false,
    rateLimits: values["rate-limits"] ?? false,
    strict: values.strict ?? false,
    serviceName: serviceNameOf(values["service-name"]),
    keepSunsetOperations: values["keep-sunset-operations"] ?? false,
    failBefore: versionOf(values["fail-before"]),
    idSeed: idSeedOf(values["id-seed"]),
    // The environment variable may be intended for another mock, so `--examples` ignores it and rejects only the option.
    controlToken: tokenOf(values["control-token"], values.examples ? undefined : environment["CRM_PLATFORM_MOCK_CONTROL_TOKEN"]),
    log: oneOf("--log", values.log, ["json", "pretty"]),
    examples: values.examples ?? false,
    withParent: values["end-with-parent"],
  };
}

/** The command serves no addresses, and ends when its standard input closes. */
function mcpOptions(words: string[]): StartOptions {
  const { port: _, host: __, "control-token": ___, examples: ____, "end-with-parent": _____, ...options } = optionsOf.start;
  parseWords(words, options);
  return startOptions(words, {});
}

const withoutState: readonly string[] = ["port", "host", "log", "examples", "end-with-parent"];

function rejectState(values: object): void {
  const stateOptions = Object.keys(optionsOf.start).filter((name) => Object.hasOwn(values, name) && !withoutState.includes(name));
  if (stateOptions.length === 0) return;
  throw new UsageError(`--examples stores no state and cannot be combined with ${stateOptions.map((name) => `--${name}`).join(", ")}.`);
}

function proxyOptions(words: string[]): ProxyCommandOptions {
  const { port = "4011", host, upstream, fail, "end-with-parent": withParent, ...values } = parseWords(words, optionsOf.proxy).values;
  const serviceName = serviceNameOf(values["service-name"]);
  return { port: readPort("--port", port), hostname: hostOf(host), upstream: upstreamOf(upstream), serviceName, fail, withParent };
}

function versionOf(text: string | undefined): string | undefined {
  if (text === undefined || isVersion(text)) return text;
  throw new UsageError(`--fail-before is not a version: ${text}. Examples: 2026-03, v4.`);
}

/** Rejects an empty host, because Node would then listen on every address. An empty host usually comes from an unset variable. */
function hostOf(text: string): string {
  if (text === "") throw new UsageError("--host is empty. Omit it, or specify an address such as 127.0.0.1.");
  return text;
}

function hostsOf(text: string | undefined): readonly string[] {
  const hosts = text?.split(",").map((host) => host.trim()) ?? [];
  const wrong = hosts.find((host) => !isHost(host));
  if (wrong === undefined) return hosts;
  throw new UsageError(`--webhook-hosts must be host names or addresses, without ports or wildcards, separated by commas, not "${wrong}".`);
}

function serviceNameOf(text: string | undefined): string | undefined {
  if (text === undefined || isServiceName(text)) return text;
  throw new UsageError(`--service-name ${serviceNameRule.requirement}, not "${text}".`);
}

function oneOf<Word extends string>(option: string, value: string | undefined, words: readonly Word[]): Word | undefined {
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined) throw new UsageError(`${option} must be ${words.join(" or ")}, not "${value}".`);
  return word;
}

function idSeedOf(text: string | undefined): string | undefined {
  if (text === "") throw new UsageError("--id-seed is empty. Omit it to use a random seed, or specify a string.");
  return text;
}

/** Treats an empty variable as unset, because some shells and most CI systems cannot unset a variable. */
function tokenOf(option: string | undefined, variable: string | undefined): string | undefined {
  if (option === "") throw new UsageError("--control-token is empty. Omit it, or specify a token.");
  const text = option ?? (variable === "" ? undefined : variable);
  if (text !== undefined && !isBearerToken(text)) {
    throw new UsageError("The control token may contain only letters, digits and . _ ~ + / -, because it is sent in a header.");
  }
  return text;
}

function upstreamOf(text: string | undefined): URL {
  const url = URL.parse(text ?? "");
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "") {
    throw new UsageError("proxy requires --upstream with a URL such as https://api.example.com, without credentials or a query.");
  }
  return url;
}
