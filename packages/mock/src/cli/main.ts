#!/usr/bin/env node
import { parseArgs } from "node:util";
import { runProxy } from "./proxy.ts";
import { runStart } from "./start.ts";
import { isUsageError, UsageError } from "./usageError.ts";

const usage = `crm-platform-mock: a mock of the CRM Platform API

  crm-platform-mock start [--port 4010] [--hostname 127.0.0.1]
      Answers every operation from the examples of the document.

  crm-platform-mock proxy --upstream URL [--port 4011] [--hostname 127.0.0.1] [--fail]
      Forwards everything to the upstream, and prints what breaks the contract, one violation a line.
      Lines that begin with "known" tell what the document says itself that the real service does.
      With --fail the exit code is 1 when there was a violation that is not known.

Exit codes: 0 ended by SIGINT or SIGTERM, 1 could not start or found violations, 2 wrong usage.
`;

const options = {
  port: { type: "string" },
  hostname: { type: "string", default: "127.0.0.1" },
  upstream: { type: "string" },
  fail: { type: "boolean", default: false },
  help: { type: "boolean", short: "h" },
} as const;

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (isUsageError(error)) console.error(`\n${usage}`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const { hostname, upstream, fail } = values;
  const [command, ...others] = positionals;
  if (values.help) return console.log(usage);
  if (others.length > 0) throw new UsageError(`Unexpected: ${others.join(" ")}`);
  if (command === "start") {
    if (upstream !== undefined || fail) throw new UsageError("--upstream and --fail belong to proxy.");
    return runStart({ port: portOf(values.port ?? "4010"), hostname });
  }
  if (command === "proxy") {
    return runProxy({ port: portOf(values.port ?? "4011"), hostname, upstream: upstreamOf(upstream), fail });
  }
  throw new UsageError(command === undefined ? "Say what to do: start or proxy." : `There is no command ${command}.`);
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${text}.`);
  }
  return Number(text);
}

function upstreamOf(text: string | undefined): URL {
  const url = URL.parse(text ?? "");
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "") {
    throw new UsageError("proxy needs --upstream with a URL such as https://api.example.com, without a user or a query.");
  }
  return url;
}
