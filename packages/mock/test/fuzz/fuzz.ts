import { chanceOf, oneOf } from "../contract/oracleMutations.ts";
import type { DeclaredOperation } from "../document.ts";
import { type Api, type Apis, readApis } from "./apis.ts";
import { type FuzzRequest, requestTo } from "./requests.ts";
import type { WireResponse } from "./send.ts";
import { Values } from "./values.ts";
import { canary, createWorld, type World } from "./world.ts";

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** All mocks get the same requests. Their responses must be equal. */
  readonly databases: readonly string[];
  /** The only world to run. Set it to reproduce a finding. */
  readonly only?: number | undefined;
}

export interface Finding {
  readonly problem: string;
  readonly operation: string;
  readonly world: number;
  readonly request: string;
  readonly detail: string;
}

export interface FuzzReport {
  readonly findings: Finding[];
  /** The numbers of responses, keyed by document, contract and status. */
  readonly counts: Record<string, number>;
  /** The operations that no request was sent to. */
  readonly unreached: Set<string>;
}

const requestsPerWorld = 250;

/** Sends random requests, and checks every response without using the mock's code. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { runs, only } = options;
  const apis = await readApis();
  const { platform, control } = apis;
  const unreached = new Set([platform, control].flatMap(({ name, operations }) => operations.map(({ id }) => `${name} ${id}`)));
  const report: FuzzReport = { findings: [], counts: {}, unreached };
  for (let world = 0; world * requestsPerWorld < runs; world += 1) {
    if (only !== undefined && world !== only) continue;
    await fuzzWorld(options, apis, { index: world, count: Math.min(requestsPerWorld, runs - world * requestsPerWorld) }, report);
  }
  return report;
}

/** Requests to the control API, which can delete accounts and tokens, are sent only in every second world. */
async function fuzzWorld(
  { databases, seed }: FuzzOptions,
  { platform, versions, control }: Apis,
  { index, count }: { readonly index: number; readonly count: number },
  report: FuzzReport,
): Promise<void> {
  const chance = chanceOf(seed * 1_000_003 + index);
  const hasControl = index % 2 === 1;
  const values = new Values(chance, [platform, control]);
  const world = await createWorld(databases);
  for (let sent = 0; sent < count; sent += 1) {
    const api = hasControl && chance() < 0.6 ? control : chance() < 0.5 ? platform : oneOf(chance, versions);
    const operation = oneOf(chance, api.operations);
    // A reset deletes all state, so it is rarely sent. A user token depends on a random number, so it differs between databases.
    if ((operation.id === "accounts.reset" && chance() < 0.9) || operation.id === "tokens.createUserToken") continue;
    const issued = `Bearer ${String(values.known("accessToken"))}`;
    const caller = chance() < 0.6 ? world.authorizations[0] : oneOf(chance, world.authorizations);
    const authorization = hasControl && chance() < 0.5 && /^[!-~ ]*$/.test(issued) ? issued : caller;
    const request = requestTo(operation, { api, chance, values, authorization });
    const responses = await world.send(request);
    const [response] = responses as [WireResponse | "no response" | "hangs"];
    const failures = world.failures();
    const problem = problemOf({ world, api, platform, isControl: api === control, operation, request, responses });
    if (problem !== undefined || failures.length > 0) {
      const text = `${request.method} ${request.target} ${Buffer.from(request.body).toString("utf8")} ${JSON.stringify(request.headers)}`;
      const details = [...failures.map(stackOf), ...responses.map((one) => shown(one).slice(0, 1000))];
      report.findings.push({
        ...{ problem: problem ?? "internal error", operation: operation.id, world: index },
        ...{ request: text.slice(0, 1000), detail: details.join("\n  ") },
      });
    }
    const outcome = `${api.name} ${request.isPlain ? request.contract : "wire"}: ${typeof response === "string" ? response : response.status}`;
    report.counts[outcome] = (report.counts[outcome] ?? 0) + 1;
    report.unreached.delete(`${(api === control ? control : platform).name} ${operation.id}`);
    if (typeof response === "object" && response.status < 300 && request.target.length < 2000) values.learn(jsonIn(response));
    if (operation.id === "faults.create" && chance() < 0.9) await world.clearFaults();
  }
  const journal = await world.journal();
  const secret = world.secrets.find((one) => journal.includes(one));
  if (secret !== undefined) {
    report.findings.push({
      problem: "the journal contains a secret",
      operation: "requests.list",
      world: index,
      request: "",
      detail: secret,
    });
  }
  await world.close();
}

interface Exchange {
  readonly world: World;
  readonly api: Api;
  readonly platform: Api;
  readonly isControl: boolean;
  readonly operation: DeclaredOperation;
  readonly request: FuzzRequest;
  readonly responses: readonly (WireResponse | "no response" | "hangs")[];
}

function problemOf({ world, api, platform, isControl, operation, request, responses }: Exchange): string | undefined {
  const { isPlain, contract } = request;
  const { violations, hasFault } = world.report();
  const [response, ...others] = responses;
  if (responses.includes("hangs")) return "hangs";
  if (others.some((other) => shown(other) !== shown(response))) return "the databases lead to different responses";
  if (hasFault) return undefined;
  if (typeof response !== "object") return isPlain ? response : undefined;
  const { status } = response;
  if (status >= 500 || status < 200) return `responded with ${status}`;
  const leak = leakIn(response, world, api, request);
  if (leak !== undefined) return leak;
  if (!isPlain) return status < 400 || isErrorBody(platform, response) ? undefined : `${status} has no error body`;
  if (contract === "invalid" && status < 400) return `${status} to an invalid request`;
  // The control API also rejects values that its document allows.
  if (contract === "valid" && !isControl && (violations > 0 || [405, 413, 415].includes(status))) return `${status} to a valid request`;
  return contractProblem(api, operation, response);
}

function leakIn(
  { status, text }: WireResponse,
  { authorizations, secrets }: World,
  { name }: Api,
  { headers }: FuzzRequest,
): string | undefined {
  const authorization = headers.find(([field]) => field === "authorization")?.[1];
  if (name !== "control" && text.includes(canary) && authorization !== authorizations[1]) return "contains data of another account";
  const token = authorization?.slice("Bearer ".length) ?? "";
  return status >= 400 && secrets.includes(token) && text.includes(token) ? "an error contains the access token" : undefined;
}

function isErrorBody({ validator }: Api, response: WireResponse): boolean {
  const body = jsonIn(response);
  if (body === undefined) return true;
  return ["ErrorBody", "OAuthErrorBody"].some((name) => validator(`#/components/schemas/${name}`)(body));
}

function contractProblem(api: Api, { responses }: DeclaredOperation, response: WireResponse): string | undefined {
  const { status, headers, text } = response;
  const declared = responses.find((one) => one.status === String(status)) ?? responses.find((one) => one.status === "default");
  if (!declared) return `${status} is not declared`;
  const missing = declared.requiredHeaders.find((name) => headers[name.toLowerCase()] === undefined);
  if (missing !== undefined) return `${status} without ${missing}`;
  if (declared.schema === undefined) return text === "" ? undefined : `${status} with a body`;
  const validate = api.validator(declared.schema);
  if (validate(jsonIn(response))) return undefined;
  const [error] = validate.errors ?? [];
  return `${status} breaks the document: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}

/** Omits the ids that differ between processes with the same database, and durations. */
function shown(response: WireResponse | string | undefined): string {
  if (typeof response !== "object") return String(response);
  return `${response.status} ${response.text.replaceAll(/("correlationId":"|"mockRequestId":"|"durationMs":)[^",}]*/g, "$1")}`;
}

function stackOf(failure: unknown): string {
  return failure instanceof Error ? String(failure.stack) : String(failure);
}

function jsonIn({ text }: WireResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
