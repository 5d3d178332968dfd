import type { Json } from "../../../openapi/document.ts";
import { adds, breaks, quoteAll, reads, type Verdict } from "../finding.ts";
import type { Judge } from "./values.ts";

/** Our own members of schemas that say something of values: which are known, and which are secrets. */
export const schemaMarkJudges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["x-known-values", judgeKnownValues],
  ["x-sensitive", judgeSecret],
]);

function judgeKnownValues(old: Json | undefined, now: Json | undefined): Verdict {
  const [oldValues, values] = [old, now].map((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  const come = (values ?? []).filter((value) => !oldValues?.includes(value));
  const gone = (oldValues ?? []).filter((value) => !values?.includes(value));
  if (come.length > 0)
    return adds("known-value-added", `${quoteAll(come)} ${come.length === 1 ? "is a known value" : "are known values"} now.`);
  if (gone.length === 0) return reads("text-changed", "Its known values stand in another order.");
  return reads("known-value-removed", `Editors no longer suggest ${quoteAll(gone)}; any value is still allowed.`);
}

export function judgeSecret(_old: Json | undefined, now: Json | undefined): Verdict {
  if (now === true) return adds("secret-marked", "It counts as a secret now and is left out of logs and errors.");
  return breaks("secret-unmarked", "It no longer counts as a secret: logs and errors may show it.");
}
