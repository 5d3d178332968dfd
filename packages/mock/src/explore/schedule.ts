import { effectInWords } from "../control/effectInWords.ts";
import { writesRecords } from "../control/operations/faults.ts";
import { platformOperations } from "../crmPlatform.ts";
import type { FaultEffect, FaultInput } from "../generated/control/schemas.ts";
import { deliveryOperation } from "../platform/faults.ts";

/** A type of fault, as in the control API. */
export type FaultType = Exclude<FaultEffect["type"], "latency">;

/** A fault that applies to the nth request to an operation, to its first requests, or to the nth attempt to deliver a webhook. */
export interface PlannedFault {
  readonly operationId: string;
  /** Absent if the fault applies to the first requests. */
  readonly nth?: number;
  /** The number of first requests to which the fault applies. */
  readonly times?: number;
  readonly effect: FaultEffect;
}

/** An access token is valid for 30 minutes. */
const longerThanTokens = 31 * 60_000;

/** The effects in the order in which a smaller counterexample prefers them. */
const effects: readonly FaultEffect[] = [
  { type: "dropResponse" },
  { type: "truncate" },
  { type: "reset" },
  { type: "status", status: 503, retryAfter: 1 },
  { type: "status", status: 500 },
  { type: "rateLimit", policyName: "SECONDLY", retryAfter: 1 },
  { type: "partialFailure", category: "VALIDATION_ERROR", indexes: [0] },
  { type: "partialFailure", category: "CONFLICT", indexes: [1] },
  { type: "searchLag", milliseconds: 3_000 },
  { type: "searchLag", milliseconds: 60_000 },
  { type: "advanceClock", milliseconds: longerThanTokens },
];

const deliveryEffects: readonly FaultEffect[] = [{ type: "duplicate" }, { type: "reorder" }, { type: "dropResponse" }];

export const faultTypes: readonly string[] = [...new Set([...effects, ...deliveryEffects].map(({ type }) => type))];

/** By default, the client repeats a request at most twice. */
const retries = 2;

/**
 * Returns every fault that can apply to one of the calls. Outages, which also outlast the retries, come last, so that a smaller counterexample prefers others.
 * @param calls the maximum number of calls of each operation in a run
 */
export function possibleFaults(calls: ReadonlyMap<string, number>, types: readonly FaultType[] | undefined): PlannedFault[] {
  const single = [...calls].flatMap(([operationId, count]) => {
    const own = effectsOn(operationId).filter(({ type }) => types === undefined || (types as readonly string[]).includes(type));
    return own.flatMap((effect) => Array.from({ length: count + retries }, (_, index) => ({ operationId, nth: index + 1, effect })));
  });
  const outages = single
    .filter(({ operationId, nth, effect }) => nth === 1 && operationId !== deliveryOperation && outageTypes.has(effect.type))
    .map(({ operationId, effect }) => ({ operationId, times: retries + 1, effect }));
  return [...single, ...outages];
}

const outageTypes: ReadonlySet<string> = new Set<FaultType>(["status", "reset", "rateLimit"]);

function effectsOn(operationId: string): readonly FaultEffect[] {
  if (operationId === deliveryOperation) return deliveryEffects;
  const hasPartialFailures = platformOperations().some((operation) => operation.operationId === operationId && operation.partialBatch);
  return effects.filter(({ type }) => {
    if (type === "partialFailure") return hasPartialFailures;
    return type !== "searchLag" || writesRecords(operationId);
  });
}

export function faultInput({ operationId, nth, times, effect }: PlannedFault, accountId: number): FaultInput {
  return { match: { accountId, operationId, ...(nth && { nth }) }, ...(times && { times }), effect };
}

export function inWords({ operationId, nth, times, effect }: PlannedFault): string {
  const requests = times ? `requests 1 to ${times}` : `request ${nth}`;
  const what = operationId === deliveryOperation ? `webhook ${nth}` : `${operationId}, ${requests}`;
  return `${what}: ${effectInWords(effect)}`;
}

/** Returns schedules that are smaller by one step, the smallest first. */
export function smallerSchedules(schedule: readonly PlannedFault[]): (readonly PlannedFault[])[] {
  const shorter = schedule.length === 1 ? [] : schedule.map((fault) => schedule.filter((one) => one !== fault));
  const withoutOutage = schedule.flatMap((fault) => {
    const { operationId, times = 0, effect } = fault;
    return Array.from({ length: times }, (_, index) =>
      schedule.map((one) => (one === fault ? { operationId, nth: index + 1, effect } : one)),
    );
  });
  return [...shorter, ...withoutOutage];
}

/** Returns code that adds the faults, for a test without this module. */
export function inCode(schedule: readonly PlannedFault[]): string {
  return schedule
    .map(
      ({ operationId, nth, times, effect }) =>
        `await mock.faults.add({ match: { accountId, operationId: ${JSON.stringify(operationId)}${nth ? `, nth: ${nth}` : ""} }, ${times ? `times: ${times}, ` : ""}effect: ${JSON.stringify(effect)} });`,
    )
    .join("\n");
}
