import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import { type EngineChange, engineChanges } from "./engine.ts";
import { isTooStrict } from "./engineDifferences.ts";
import { type Direction, type Finding, gravest, quote, reads, type Verdict } from "./finding.ts";
import { locate } from "./locate.ts";
import { bodyVerdict, changedParameter, headerVerdict, mediaTypeVerdict, parameterVerdict, responseVerdict } from "./parts.ts";
import { at, type Where } from "./places.ts";
import { judgeAlternative, judgeDeprecated, judgeKeyword, judgeProperty, judgeRenamed, texts } from "./schemas.ts";

/** What the engine sees, judged by us: parameters, bodies, responses, headers and schemas. */
export async function compareStructure(aligned: Aligned, placed: (steps: readonly string[]) => Where): Promise<Finding[]> {
  const changes = (await engineChanges(aligned)).flatMap(expand);
  return changes.filter(isOurs).flatMap((change) => {
    const steps = locate(change, aligned);
    const where = placed(change.property === "key" ? steps.slice(0, -1) : steps);
    // What nothing uses is a matter of names, which were compared before.
    if (where.operations.length === 0) return [];
    return judge(change, steps, where).map((verdict) => at(where, verdict));
  });
}

/** What is compared by its names, or as scopes, is none of the engine's business. */
function isOurs({ path, typeName, property = "" }: EngineChange): boolean {
  if (path.startsWith("#/components") || path.startsWith("#/info") || path === "#/") return false;
  if (typeName === "Operation" && ["tags", "security", "operationId"].includes(property)) return false;
  return !["SecurityRequirement", "SecurityRequirementList", "SpecExtension"].includes(typeName);
}

/** Containers, and what is in them: a change of a whole container is one of everything in it. */
const containers: Readonly<Record<string, string>> = {
  SchemaProperties: "Schema",
  SchemaMap: "Schema",
  HeadersMap: "Header",
  MediaTypesMap: "MediaType",
  Responses: "Response",
};

function expand(change: EngineChange): EngineChange[] {
  const typeName = containers[change.typeName];
  const value = (change.kind === "added" ? change.revision : change.base)?.value;
  if (typeName === undefined || change.kind === "modified" || !isObject(value)) return [change];
  if (change.typeName === "SchemaMap" && !change.path.endsWith("/properties")) return [change];
  const side = change.kind === "added" ? "revision" : "base";
  return Object.entries(value).map(([name, inner]) => ({
    ...change,
    typeName,
    path: `${change.path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
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

function engineVerdict({ impact, verdicts, kind, property, typeName }: EngineChange): Verdict {
  const message =
    verdicts.map((verdict) => verdict.message).join(" ") || `${property === undefined ? typeName : quote(property)} was ${kind}.`;
  const rule = verdicts[0]?.ruleId ?? "changed-otherwise";
  return { effect: impact === "major" ? "breaks" : impact === "minor" ? "adds" : "reads", rule, message };
}

function verdictOf(change: EngineChange, steps: readonly string[], direction: Direction): Verdict | undefined {
  const { typeName, kind, property = "" } = change;
  const old = change.base?.value;
  const now = change.revision?.value;
  if (kind === "modified" && texts.includes(property)) return reads("text-changed", `Its ${property} reads differently.`);
  if (kind === "modified" && property === "deprecated") return judgeDeprecated(now === true);
  if (typeName === "Schema") return schemaVerdict(change, steps, direction);
  if (typeName === "Parameter") return kind === "modified" ? changedParameter(property, old, now) : parameterVerdict(kind, old ?? now);
  if (typeName === "RequestBody") return bodyVerdict(change);
  if (typeName === "Response") return responseVerdict(change, steps);
  if (typeName === "Header") return headerVerdict(change, steps);
  if (typeName === "MediaType") return mediaTypeVerdict(change, direction);
  return undefined;
}

function schemaVerdict(
  { kind, property = "", base, revision }: EngineChange,
  steps: readonly string[],
  direction: Direction,
): Verdict | undefined {
  const parent = steps.at(-2) ?? "";
  if (property === "key") return parent === "properties" ? judgeRenamed(String(base?.value), String(revision?.value)) : undefined;
  if (kind === "modified") return judgeKeyword(property, base?.value, revision?.value, direction);
  if (parent === "properties") return judgeProperty(kind, direction);
  if (["allOf", "oneOf", "anyOf"].includes(parent)) return judgeAlternative(parent, kind, direction);
  return parent === "mapping" ? reads("text-changed", "The value that tells an alternative is told otherwise.") : undefined;
}
