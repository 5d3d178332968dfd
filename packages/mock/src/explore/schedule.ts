import { writesRecords } from "../control/operations/faults.ts";
import { platformOperations } from "../crmPlatform.ts";
import type { FaultEffect } from "../generated/control/schemas.ts";
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

/** After `reset`, a webhook arrives late: at its retry, by the account's clock. */
const deliveryEffects: readonly FaultEffect[] = [{ type: "duplicate" }, { type: "reorder" }, { type: "dropResponse" }, { type: "reset" }];

export const faultTypes: readonly string[] = [...new Set([...effects, ...deliveryEffects].map(({ type }) => type))];

const outageTypes: ReadonlySet<string> = new Set<FaultType>(["status", "reset", "rateLimit"]);

/** By default, the client repeats a request at most twice. */
const retries = 2;

/**
 * Returns every fault that can apply to one of the calls. Outages, which also outlast the retries, consist of several faults.
 * @param calls how often each operation was called in a run
 */
export function possibleFaults(calls: ReadonlyMap<string, number>, types: readonly string[] = faultTypes): PlannedFault[][] {
  return [...calls].flatMap(([operationId, count]) =>
    effectsOn(operationId).flatMap((effect) => {
      if (!types.includes(effect.type)) return [];
      // The last webhook has no next one, after which it could be sent.
      const length = effect.type === "reorder" ? count - 1 : count + retries;
      const faults = Array.from({ length }, (_, index) => ({ operationId, nth: index + 1, effect }));
      const isOutage = outageTypes.has(effect.type) && operationId !== deliveryOperation;
      return [...faults.map((fault) => [fault]), ...(isOutage ? [faults.slice(0, retries + 1)] : [])];
    }),
  );
}

function effectsOn(operationId: string): readonly FaultEffect[] {
  if (operationId === deliveryOperation) return deliveryEffects;
  const hasPartialFailures = platformOperations().some((operation) => operation.operationId === operationId && operation.partialBatch);
  return effects.filter(({ type }) => {
    if (type === "partialFailure") return hasPartialFailures;
    return type !== "searchLag" || writesRecords(operationId);
  });
}
