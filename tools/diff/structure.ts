import { isObject } from "../model/extensions.ts";
import { escapePointer } from "../problems.ts";
import type { Aligned } from "./align.ts";
import { type EngineChange, engineChanges } from "./engine.ts";
import { isTooStrict } from "./engineDifferences.ts";
import { type Direction, type Finding, gravest, quote, reads, type Verdict } from "./finding.ts";
import { locate } from "./locate.ts";
import { bodyVerdict, headerVerdict, mediaTypeVerdict, responseVerdict } from "./parts.ts";
import { at, type Where } from "./places.ts";
import { judgeAlternative, judgeKeyword, judgeProperty } from "./schemas.ts";
import { inDocument, skeletonOf } from "./skeleton.ts";

/** What the engine sees, judged by us: bodies, answers, headers and all schemas. */
export async function compareStructure(aligned: Aligned, placed: (steps: readonly string[]) => Where): Promise<Finding[]> {
  const [before, after] = [skeletonOf(aligned.before), skeletonOf(aligned.after)];
  const changes = (await engineChanges(before, after)).filter(({ path }) => !path.startsWith("#/components"));
  const plain = withoutPairs(changes).flatMap(expand);
  return plain.flatMap((change) => {
    const steps = inDocument(locate(change, before, after));
    // Which parameters there are is compared by their names.
    if (steps.at(-3) === "parameters" && steps.at(-1) === "schema" && change.kind !== "modified") return [];
    const where = placed(steps);
    // What nothing uses is a matter of names, which were compared before.
    if (where.operations.length === 0) return [];
    return judge(change, steps, where).map((verdict) => at(where, verdict));
  });
}

/**
 * The engine takes a thing that went and one that came for the same where they look alike. Programs know them by their names, so
 * it is two things for us, whatever differs inside.
 */
function withoutPairs(changes: readonly EngineChange[]): EngineChange[] {
  const pairs = changes.filter(({ property }) => property === "key");
  const kept = changes.filter(({ path }) => !pairs.some((pair) => path === pair.path || path.startsWith(`${pair.path}/`)));
  const apart = pairs.flatMap(({ property: _property, base, revision: _revision, ...pair }): EngineChange[] => [
    { ...pair, kind: "removed", path: `${pair.path.slice(0, pair.path.lastIndexOf("/"))}/${escapePointer(String(base?.value))}` },
    { ...pair, kind: "added", impact: "minor", verdicts: [] },
  ]);
  return [...kept, ...apart];
}

/** Containers, and what is in them: a change of a whole container is one of everything in it. */
const containers: Readonly<Record<string, string>> = {
  SchemaProperties: "Schema",
  HeadersMap: "Header",
  MediaTypesMap: "MediaType",
  Responses: "Response",
};

function expand(change: EngineChange): EngineChange[] {
  const typeName = containers[change.typeName];
  const value = (change.kind === "added" ? change.revision : change.base)?.value;
  if (typeName === undefined || change.kind === "modified" || !isObject(value)) return [change];
  const side = change.kind === "added" ? "revision" : "base";
  return Object.entries(value).map(([name, inner]) => ({
    ...change,
    typeName,
    path: `${change.path}/${escapePointer(name)}`,
    [side]: { value: inner },
  }));
}

/** Where a change counts in both directions, the graver one is told; the engine is believed where it is graver still. */
function judge(change: EngineChange, steps: readonly string[], { directions }: Where): Verdict[] {
  const ways: readonly Direction[] = directions.length === 0 ? ["request", "answer"] : directions;
  const verdicts = ways.flatMap((direction) => verdictOf(change, steps, direction) ?? []);
  const effect = gravest(verdicts);
  if (change.impact === "major" && effect !== "breaks" && !isTooStrict(change, verdicts)) return [engineVerdict(change)];
  if (verdicts.length === 0) return [engineVerdict(change)];
  return merged(verdicts.filter((verdict) => verdict.effect === effect));
}

/** What one rule says of both directions is one verdict. */
function merged(verdicts: readonly Verdict[]): Verdict[] {
  return [...new Set(verdicts.map(({ rule }) => rule))].map((rule) => {
    const own = verdicts.filter((verdict) => verdict.rule === rule);
    return { effect: own[0]?.effect ?? "reads", rule, message: [...new Set(own.map(({ message }) => message))].join(" ") };
  });
}

function engineVerdict({ impact, verdicts, kind, property, typeName, base, revision }: EngineChange): Verdict {
  const told =
    verdicts.map((verdict) => verdict.message).join(" ") || `${property === undefined ? typeName : quote(property)} was ${kind}.`;
  // With the values, so that who accepts it accepts these alone.
  const values = [base, revision].flatMap((side) => (side?.value === undefined ? [] : [quote(side.value)]));
  const message = values.length === 0 ? told : `${told} (${values.join(" → ")})`;
  const rule = verdicts[0]?.ruleId ?? "changed-otherwise";
  return { effect: impact === "major" ? "breaks" : impact === "minor" ? "adds" : "reads", rule, message };
}

function verdictOf(change: EngineChange, steps: readonly string[], direction: Direction): Verdict | undefined {
  if (change.typeName === "Schema") return schemaVerdict(change, steps, direction);
  if (change.typeName === "RequestBody") return bodyVerdict(change);
  if (change.typeName === "Response") return responseVerdict(change, steps);
  if (change.typeName === "Header") return headerVerdict(change, steps);
  if (change.typeName === "MediaType") return mediaTypeVerdict(change, direction);
  return undefined;
}

function schemaVerdict(change: EngineChange, steps: readonly string[], direction: Direction): Verdict | undefined {
  const { kind, property = "", base, revision } = change;
  const parent = steps.at(-2) ?? "";
  if (kind === "modified") return judgeKeyword(property, base?.value, revision?.value, direction);
  if (parent === "properties") return judgeProperty(kind, direction);
  if (["allOf", "oneOf", "anyOf"].includes(parent)) return judgeAlternative(parent, kind, direction, (revision ?? base)?.value);
  return parent === "mapping" ? reads("text-changed", "The value that tells an alternative is told otherwise.") : undefined;
}
