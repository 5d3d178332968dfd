import { effectInWords } from "../control/effectInWords.ts";
import { writesRecords } from "../control/operations/faults.ts";
import { platformOperations } from "../crmPlatform.ts";
import type { FaultEffect, FaultInput } from "../generated/control/schemas.ts";
import { deliveryOperation } from "../platform/faults.ts";

/** A type of fault, as in the control API. */
export type FaultType = Exclude<FaultEffect["type"], "latency">;

/** A fault that applies to the nth request to an operation, or to the nth attempt to deliver a webhook. */
export interface PlannedFault {
  readonly operationId: string;
  readonly nth: number;
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

/**
 * Returns every fault that can apply to one of the calls.
 * @param calls how often each operation was called without faults. After a fault, it can be called once more
 */
export function possibleFaults(calls: ReadonlyMap<string, number>, types: readonly FaultType[] | undefined): PlannedFault[] {
  return [...calls].flatMap(([operationId, count]) => {
    const own = effectsOn(operationId).filter(({ type }) => types === undefined || (types as readonly string[]).includes(type));
    return own.flatMap((effect) => Array.from({ length: count + 1 }, (_, index) => ({ operationId, nth: index + 1, effect })));
  });
}

function effectsOn(operationId: string): readonly FaultEffect[] {
  if (operationId === deliveryOperation) return deliveryEffects;
  const hasPartialFailures = platformOperations().some((operation) => operation.operationId === operationId && operation.partialBatch);
  return effects.filter(({ type }) => {
    if (type === "partialFailure") return hasPartialFailures;
    return type !== "searchLag" || writesRecords(operationId);
  });
}

export function faultInput({ operationId, nth, effect }: PlannedFault, accountId: number): FaultInput {
  return { match: { accountId, operationId, nth }, effect };
}

export function inWords({ operationId, nth, effect }: PlannedFault): string {
  const what = operationId === deliveryOperation ? `webhook ${nth}` : `${operationId}, request ${nth}`;
  return `${what}: ${effectInWords(effect)}`;
}

/** Returns code that adds the faults, for a test without this module. */
export function inCode(schedule: readonly PlannedFault[]): string {
  return schedule
    .map(
      ({ operationId, nth, effect }) =>
        `await mock.faults.add({ match: { accountId, operationId: ${JSON.stringify(operationId)}, nth: ${nth} }, effect: ${JSON.stringify(effect)} });`,
    )
    .join("\n");
}
