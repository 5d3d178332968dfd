import type { Fetcher } from "../front/serve.ts";
import { serveMock } from "../front/serve.ts";
import { createMock, type Mock } from "../mock.ts";
import { DatabaseUnknown } from "../store/errors.ts";
import { requestLog } from "./log.ts";
import { readSeeds, seedAll } from "./seed.ts";
import { onSignal } from "./signal.ts";
import { UsageError } from "./usageError.ts";

export interface StartOptions {
  readonly port: number;
  readonly hostname: string;
  readonly database: string | undefined;
  /** Files with accounts and their data. */
  readonly seeds: readonly string[];
  readonly demo: boolean;
  readonly rateLimits: boolean;
  readonly strict: boolean;
  readonly contract: "compiled" | "prism" | undefined;
  readonly controlToken: string | undefined;
  readonly log: "json" | "pretty" | undefined;
  readonly examples: boolean;
}

/** Serves the mock until a signal ends it. stdout has one line, when it is ready. */
export async function runStart(options: StartOptions): Promise<void> {
  const { port, hostname } = options;
  const { mock, close } = options.examples ? await examples(options) : await stateful(options);
  const server = await serveMock({ mock, port, hostname }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  onSignal(async () => {
    await server.close();
    await close();
  });
  console.log(`ready ${server.url}`);
}

interface Served {
  readonly mock: Fetcher;
  close(): Promise<void>;
}

async function stateful(options: StartOptions): Promise<Served> {
  const { database, contract, controlToken, log } = options;
  // Read before anything is opened or written.
  const seeds = await readSeeds(options.seeds, options.demo);
  const mock: Mock = await createMock({
    rateLimits: options.rateLimits,
    strict: options.strict,
    onError: logError,
    ...(database === undefined ? {} : { database }),
    ...(contract === undefined ? {} : { contract }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(log === undefined ? {} : { onServed: requestLog(log) }),
  }).catch((error: unknown) => {
    throw error instanceof DatabaseUnknown ? new UsageError(error.message) : error;
  });
  try {
    await seedAll(mock, seeds);
  } catch (error) {
    await mock.close();
    throw error;
  }
  return { mock, close: () => mock.close() };
}

async function examples({ database, seeds, demo, rateLimits, strict, contract, log }: StartOptions): Promise<Served> {
  const forState = {
    "--database": database,
    "--seed": seeds[0],
    "--demo": demo,
    "--rate-limits": rateLimits,
    "--strict": strict,
    "--contract": contract,
  };
  const given = Object.entries(forState).filter(([, value]) => value !== undefined && value !== false);
  if (given.length > 0) throw new UsageError(`--examples has no state, so it does not go with ${given.map(([name]) => name).join(", ")}.`);
  const { createExampleMock } = await import("../exampleMock.ts");
  const mock = createExampleMock({ onError: logError, ...(log === undefined ? {} : { onServed: requestLog(log) }) });
  await mock.ready();
  return { mock, close: async () => {} };
}

/** Tells people on stderr what clients are not told. */
export function logError(error: unknown, where: { readonly correlationId: string; readonly operationId?: string }): void {
  console.error(`${where.operationId ?? "mock"} failed, correlationId ${where.correlationId}:`, error);
}
