import { randomBytes } from "node:crypto";
import { finished } from "node:stream";
import { serveMock } from "../front/wire/serve.ts";
import type { Fetcher, RunningServer } from "../front/wire/server.ts";
import { isLocalHost } from "../http/host.ts";
import type { OpenMock } from "../mock.ts";
import { DatabaseUnknown } from "../store/errors.ts";
import { addressLines } from "./addresses.ts";
import { logError, logWarnings, requestLog } from "./log.ts";
import { readSeeds, seedAll } from "./seed.ts";
import { drainMs, onEnd } from "./signal.ts";
import { UsageError } from "./usageError.ts";

export interface StartOptions {
  readonly port: number;
  readonly smtpPort: number | undefined;
  readonly hostname: string;
  readonly webhookHosts: readonly string[];
  readonly database: string | undefined;
  readonly seeds: readonly string[];
  readonly demo: boolean;
  readonly rateLimits: boolean;
  readonly strict: boolean;
  readonly serviceName: string | undefined;
  readonly keepSunsetOperations: boolean;
  readonly failBefore: string | undefined;
  readonly idSeed: string | undefined;
  readonly controlToken: string | undefined;
  readonly log: "json" | "pretty" | undefined;
  readonly examples: boolean;
  /** Whether the command ends when its standard input closes. */
  readonly withParent: boolean;
}

export async function runStart(options: StartOptions): Promise<void> {
  if (options.log !== undefined) logWarnings(options.log);
  const end = new AbortController();
  let starting: Promise<RunningServer> | undefined;
  // Signals are also handled during startup, so that no account is left with only part of its state.
  onEnd(() => close(end, starting), options);
  starting = serve(options, end.signal);
  const server = await starting;
  if (end.signal.aborted) return;
  const addresses = addressLines({ url: server.url, hasPages: !options.examples, token: await tokenFor(options) });
  // The lines are written together, because a script may close the pipe after the first one.
  console.log(`ready ${server.url}\n\n${addresses}\n`);
}

async function close(end: AbortController, starting: Promise<Pick<Served, "close">> | undefined): Promise<void> {
  end.abort();
  const started = await starting?.catch(() => undefined);
  await started?.close().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

async function tokenFor({ demo, examples, seeds }: StartOptions): Promise<string> {
  if (examples) return "any";
  if (!demo && seeds.length > 0) return `the access tokens in ${seeds.join(", ")}`;
  if (!demo) return "none yet; create an account in the console, or start with --demo";
  const { demoAccount } = await import("../control/demo/demo.ts");
  return demoAccount.accessToken ?? "";
}

/** Starts the server even if `signal` stops the creation of accounts. */
export async function serve(options: StartOptions, signal: AbortSignal): Promise<RunningServer> {
  const { port, hostname } = options;
  const { mock, close } = options.examples ? await examples(options) : await stateful(options, signal);
  const server = await serveMock({ mock, port, hostname, drainMs }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await close();
    },
  };
}

interface Served {
  readonly mock: Fetcher;
  close(): Promise<void>;
}

/** Serves an agent over standard input and output, so nothing else may write to standard output. */
export async function runMcp(options: StartOptions): Promise<void> {
  if (options.log !== undefined) logWarnings(options.log);
  const end = new AbortController();
  const starting = stateful(options, end.signal);
  const stop = onEnd(() => close(end, starting), options);
  const { mock } = await starting;
  await mock.serveAgent();
  finished(process.stdin, { writable: false }, stop);
}

async function stateful(options: StartOptions, signal: AbortSignal): Promise<Served & { readonly mock: OpenMock }> {
  const { database, controlToken, serviceName, log } = options;
  // Seeds are validated before the database is opened, so that an invalid seed file changes nothing.
  const seeds = await readSeeds(options.seeds, options.demo);
  const { openMock } = await import("../mock.ts");
  const mockOptions = {
    rateLimits: options.rateLimits,
    strict: options.strict,
    keepSunsetOperations: options.keepSunsetOperations,
    demo: options.demo,
    webhookHosts: options.webhookHosts,
    onError: logError,
    ...(database === undefined ? {} : { database }),
    ...(serviceName === undefined ? {} : { serviceName }),
    ...idSeedFor(options),
    ...(options.failBefore === undefined ? {} : { failBefore: options.failBefore }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(log === undefined ? {} : { onServed: requestLog(log) }),
  };
  const mock = await openMock(mockOptions, { isPublic: !isLocalHost(options.hostname) }).catch((error: unknown) => {
    throw error instanceof DatabaseUnknown ? new UsageError(error.message) : error;
  });
  try {
    await seedAll(mock, seeds, signal);
    if (options.smtpPort !== undefined) {
      const { host, port } = await mock.smtp({ port: options.smtpPort, hostname: options.hostname });
      console.error(`SMTP on ${host}:${port}`);
    }
  } catch (error) {
    await mock.close();
    throw error;
  }
  return { mock, close: () => mock.close() };
}

/** Returns a random seed for an in-memory mock, because tokens can be computed from the seed. A database stores its own seed. */
function idSeedFor({ idSeed, database = "memory" }: StartOptions): { idSeed?: string } {
  if (idSeed !== undefined) return { idSeed };
  return database === "memory" ? { idSeed: randomBytes(16).toString("hex") } : {};
}

async function examples({ log }: StartOptions): Promise<Served> {
  const { createExampleMock } = await import("../exampleMock.ts");
  const mock = createExampleMock({ onError: logError, ...(log === undefined ? {} : { onServed: requestLog(log) }) });
  await mock.ready();
  return { mock, close: async () => {} };
}
