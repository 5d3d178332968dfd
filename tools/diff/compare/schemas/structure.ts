import type { Aligned } from "../../documents/align.ts";
import { type Finding, gravest, type Verdict } from "../finding.ts";
import { at, type Where } from "../places.ts";
import type { Change } from "./change.ts";
import { bodyVerdict, headerVerdict, mediaTypeVerdict, statusVerdict } from "./parts.ts";
import { judgeAlternative, judgeField, judgeKeyword } from "./schemas.ts";
import { walkStructure } from "./structureWalk.ts";

/** What differs in bodies, answers, headers and schemas, judged for each way that it travels. */
export function compareStructure(aligned: Aligned, placed: (steps: readonly string[]) => Where): Finding[] {
  return grouped(walkStructure(aligned)).flatMap((same) => {
    const verdicts = same.flatMap((change) => verdictOf(change) ?? []);
    // Where a change counts in both directions, the graver one is told.
    const effect = gravest(verdicts);
    const where = placed(same[0]?.steps ?? []);
    return merged(verdicts.filter((verdict) => verdict.effect === effect)).map((verdict) => at(where, verdict));
  });
}

/** What differs in one place, in each direction. */
function grouped(changes: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.steps, change.of, change.kind, change.member]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

/** What one rule says of both directions is one verdict. */
function merged(verdicts: readonly Verdict[]): Verdict[] {
  return [...new Set(verdicts.map(({ rule }) => rule))].map((rule) => {
    const own = verdicts.filter((verdict) => verdict.rule === rule);
    return { effect: own[0]?.effect ?? "reads", rule, message: [...new Set(own.map(({ message }) => message))].join(" ") };
  });
}

function verdictOf(change: Change): Verdict | undefined {
  const { of, kind, old, now, direction } = change;
  if (of === "body") return bodyVerdict(change);
  if (of === "status") return statusVerdict(change);
  if (of === "header") return headerVerdict(change);
  if (of === "media type") return mediaTypeVerdict(change);
  if (of === "schema") return judgeKeyword(change);
  if (kind === "modified") return undefined;
  return of === "field" ? judgeField(kind, direction) : judgeAlternative(kind, direction, now ?? old);
}
