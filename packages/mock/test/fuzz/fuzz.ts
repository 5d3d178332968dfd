import { chanceOf, oneOf } from "../contract/oracleMutations.ts";
import { type Api, type ApiOperation, controlApi, platform } from "./apis.ts";
import { type Judgment, judge } from "./judge.ts";
import { Pool } from "./pool.ts";
import { type FuzzRequest, requestTo } from "./requests.ts";
import { parsed, responseFault } from "./responses.ts";
import type { WireResponse } from "./wire.ts";
import { type Caller, canary, createWorld, type World } from "./world.ts";

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** The worlds use these databases in turn. */
  readonly databases: readonly string[];
  /** The only world to run. Set it to reproduce a finding. */
  readonly only?: number;
}

export interface Finding {
  readonly what: string;
  readonly operation: string;
  readonly world: number;
  readonly request: string;
  readonly detail: string;
}

export interface FuzzReport {
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<string, number>>;
  /** The number of requests that certainly called an operation, keyed by operation. */
  readonly operations: Readonly<Record<string, number>>;
  readonly slowest: { readonly ms: number; readonly request: string };
}

const requestsAWorld = 500;
const waiting = ["outbox.list", "requests.list"];
const hangMs = 60_000;

/** Checks every response without using the mock's code. */
export async function fuzz({ runs, seed, databases, only }: FuzzOptions): Promise<FuzzReport> {
  const report: Tally = { findings: [], counts: {}, operations: {}, slowest: { ms: 0, request: "" } };
  const worlds = Math.ceil(runs / requestsAWorld);
  for (let index = 0; index < worlds; index += 1) {
    if (only !== undefined && index !== only) continue;
    const database = databases[Math.floor(index / 2) % databases.length] ?? "memory";
    const world = await createWorld(database, index % 2 === 1);
    try {
      await fuzzWorld(world, index, seed, Math.min(requestsAWorld, runs - index * requestsAWorld), report);
    } finally {
      await world.close();
    }
  }
  return report;
}

interface Tally {
  readonly findings: Finding[];
  readonly counts: Record<string, number>;
  readonly operations: Record<string, number>;
  slowest: FuzzReport["slowest"];
}

async function fuzzWorld(world: World, index: number, seed: number, requests: number, tally: Tally): Promise<void> {
  const chance = chanceOf(seed * 1_000_003 + index);
  const pool = new Pool();
  for (let count = 0; count < requests; count += 1) {
    const aimed = oneOf(chance, world.turmoil && chance() < 0.6 ? controlApi.operations : platform.operations);
    // A reset deletes all state, so it is rarely sent.
    if (aimed.id === "accounts.reset" && chance() < 0.9) continue;
    const caller = chance() < 0.6 ? (world.callers[0] as Caller) : oneOf(chance, world.callers);
    const known = `Bearer ${String(pool.of(chance, "accessToken"))}`;
    const authorization = world.turmoil && chance() < 0.5 && /^[!-~ ]*$/.test(known) ? known : caller.authorization;
    const request = withoutWaiting(aimed, requestTo(aimed, { chance, pool, authorization }));
    const start = performance.now();
    const response = await inTime(world.send(request, chance() < 0.15 ? "socket" : "process"));
    const took = performance.now() - start;
    if (took > tally.slowest.ms)
      tally.slowest = { ms: took, request: `${request.method} ${request.target.slice(0, 300)} in world ${index}` };
    const judgment = judge([platform, controlApi] satisfies Api[], request);
    if (judgment.operation) add(tally.operations, judgment.operation.id);
    const problem = problemOf({ world, caller, request, judgment, response });
    const failures = world.failures();
    if (problem !== undefined || failures.length > 0) {
      tally.findings.push({
        what: problem ?? "internal error",
        operation: judgment.operation?.id ?? `aimed at ${aimed.id}`,
        world: index,
        request: `${request.method} ${request.target.slice(0, 300)} as ${caller.name} ${Buffer.from(request.body ?? [])
          .toString("utf8")
          .slice(0, 500)} ${JSON.stringify(request.headers).slice(0, 300)}`,
        detail: [
          ...failures.map((failure) => (failure instanceof Error ? failure.stack : String(failure))),
          typeof response === "object" ? `${response.status} ${response.text.slice(0, 400)}` : "",
        ].join("\n"),
      });
    }
    add(tally.counts, outcome(judgment, response));
    if (typeof response === "object" && response.status < 300 && request.target.length < 2000) pool.learn(parsed(response.text));
    if (world.turmoil && judgment.operation?.id === "faults.create" && chance() < 0.9) await world.clearFaults();
  }
}

function withoutWaiting(aimed: ApiOperation, request: FuzzRequest): FuzzRequest {
  if (aimed.id === "faults.create" && request.body) {
    const body = Buffer.from(request.body)
      .toString("utf8")
      .replaceAll(/("milliseconds":)[1-9]\d+(?=[,}])/g, "$15");
    return { ...request, body: Buffer.from(body) };
  }
  return waiting.includes(aimed.id) ? { ...request, target: request.target.replaceAll(/waitFor=\d+/g, "waitFor=0") } : request;
}

async function inTime(response: Promise<WireResponse | undefined>): Promise<WireResponse | "cut" | "hangs"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"hangs">((resolve) => {
    timer = setTimeout(() => resolve("hangs"), hangMs);
  });
  try {
    return (await Promise.race([response, late])) ?? "cut";
  } finally {
    clearTimeout(timer);
  }
}

const statusOf: Readonly<Record<string, number>> = { "media type": 415, charset: 415, "content encoding": 415, depth: 413, size: 413 };

interface Tried {
  readonly world: World;
  readonly caller: Caller;
  readonly request: FuzzRequest;
  readonly judgment: Judgment;
  readonly response: WireResponse | "cut" | "hangs";
}

function problemOf({ world, caller, request, judgment, response }: Tried): string | undefined {
  const { operation, contract, because } = judgment;
  const { problems, fault } = world.known();
  if (response === "hangs") return "hangs";
  if (fault) return undefined;
  if (response === "cut") return operation ? "no response" : undefined;
  const wrong = responseFault(request, judgment, response);
  if (wrong !== undefined) return wrong;
  if (response.status < 200) return `responded with ${response.status}`;
  if (contract === "broken" && (response.status < 400 || response.status > 499))
    return `${response.status} to an invalid request: ${because}`;
  if (isRejectedUnread({ world, caller, judgment, response })) return undefined;
  const wanted = statusOf[because];
  if (wanted !== undefined && response.status !== wanted) return `${response.status} to a request with a wrong ${because}`;
  if (operation?.api.name !== "platform" || contract !== "kept") return undefined;
  if (problems > 0) return "a valid request has problems";
  if ([405, 413, 415].includes(response.status)) return `${response.status} to a valid request`;
  if (world.turmoil) return undefined;
  return credentialFault(operation, caller, response);
}

/** The token is checked before the body is read. */
function isRejectedUnread({
  world,
  caller,
  judgment,
  response,
}: Pick<Tried, "world" | "caller" | "judgment"> & { readonly response: WireResponse }): boolean {
  const { operation, contract } = judgment;
  if (!operation?.secured || contract !== "broken" || ![401, 403].includes(response.status)) return false;
  return world.turmoil || credentialFault(operation, caller, response) === undefined;
}

function credentialFault({ id, secured, scopes }: ApiOperation, caller: Caller, { status, text }: WireResponse): string | undefined {
  if (caller.name !== "other" && text.includes(canary)) return "contains data of another account";
  if (!secured) return status === 401 || status === 403 ? `${status} although no token is required` : undefined;
  if (!caller.scopes) return status === 401 ? undefined : `${status} to a token that is ${caller.name}`;
  const isEnough = scopes.length === 0 || scopes.some((scope) => caller.scopes?.includes(scope));
  if (!isEnough) return status === 403 ? undefined : `${status} without the scope`;
  // These operations require the scopes for the object types in the path. Other scopes in the document are not sufficient.
  if (status === 403 && /^(associations|pipelines|properties|records)[.]/.test(id) && caller.name === "narrow") return undefined;
  return status === 401 || status === 403 ? `${status} to a valid token` : undefined;
}

function outcome({ operation, contract, because }: Judgment, response: Tried["response"]): string {
  const ending = typeof response === "string" ? response : String(response.status);
  return `${operation ? operation.api.name : because} ${operation ? contract : ""}: ${ending}`;
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
