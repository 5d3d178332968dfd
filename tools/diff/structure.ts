import type { Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import { type EngineChange, engineChanges, locate } from "./engine.ts";
import { isTooStrict } from "./engineDifferences.ts";
import { adds, breaks, type Direction, type Finding, gravest, quote, reads, type Verdict } from "./finding.ts";
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
function isOurs({ path, typeName }: EngineChange): boolean {
  if (path.startsWith("#/components") || path.startsWith("#/info") || path === "#/") return false;
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
  return verdicts.filter(
    (verdict, index) => verdict.effect === effect && verdicts.findIndex(({ message }) => message === verdict.message) === index,
  );
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

function parameterVerdict(kind: "added" | "removed", parameter: Json | undefined): Verdict {
  if (kind === "removed") return breaks("parameter-removed", "The parameter is gone: code that passes it no longer compiles.");
  const isRequired = isObject(parameter) && parameter["required"] === true;
  if (isRequired) return breaks("parameter-required", "The parameter is new and required: calls without it are refused with 400.");
  return adds("parameter-added", "The parameter is new and may be left out.");
}

function changedParameter(property: string, old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (property === "required") {
    if (now === true) return breaks("parameter-required", "The parameter is now required: calls without it are refused with 400.");
    return adds("parameter-optional", "The parameter may be left out now.");
  }
  if (property === "name" || property === "key")
    return breaks("parameter-removed", `The parameter ${quote(old)} is called ${quote(now)} now.`);
  if (["in", "style", "explode", "allowReserved"].includes(property)) {
    return breaks(
      "parameter-written-otherwise",
      `\`${property}\` was ${quote(old)} and is ${quote(now)} now: requests written the old way are refused with 400.`,
    );
  }
  return undefined;
}

function bodyVerdict({ kind, property, base, revision }: EngineChange): Verdict | undefined {
  if (kind === "removed")
    return breaks("body-removed", "Nothing is sent with the request any more: code that passes a body no longer compiles.");
  const body = revision?.value;
  const isRequired = kind === "added" ? isObject(body) && body["required"] === true : body === true;
  if (kind === "modified" && property !== "required") return undefined;
  if (isRequired) return breaks("body-required", "The body is required now: requests without one are refused with 400.");
  return adds("body-optional", base === undefined ? "A body may be sent now." : "The body may be left out now.");
}

function responseVerdict({ kind, property, base, revision }: EngineChange, steps: readonly string[]): Verdict | undefined {
  if (property === "key") return breaks("status-removed", `The status ${quote(base?.value)} is ${quote(revision?.value)} now.`);
  if (kind === "modified") return undefined;
  const status = steps.at(-1) ?? "";
  const isSuccess = status.startsWith("2");
  if (kind === "removed")
    return breaks("status-removed", `${quote(status)} is no longer an answer: code that tells it apart no longer compiles.`);
  if (isSuccess)
    return breaks("status-added", `${quote(status)} may be an answer of success, too: the type of the result has one more form.`);
  return adds("status-added", `${quote(status)} is told as an answer, too.`);
}

function headerVerdict({ kind, property, base, revision }: EngineChange, steps: readonly string[]): Verdict | undefined {
  if (property === "key") return breaks("header-removed", `The header ${quote(base?.value)} is called ${quote(revision?.value)} now.`);
  if (property === "required") {
    return revision?.value === true
      ? adds("header-required", "It comes with every such answer now.")
      : breaks("header-optional", "It may be missing now.");
  }
  if (kind === "modified") return undefined;
  const name = quote(steps.at(-1));
  return kind === "added" ? adds("header-added", `The header ${name} is new.`) : breaks("header-removed", `The header ${name} is gone.`);
}

function mediaTypeVerdict({ kind, property, base, revision }: EngineChange, direction: Direction): Verdict | undefined {
  if (property === "key") return breaks("media-type-removed", `${quote(base?.value)} is ${quote(revision?.value)} now.`);
  if (kind === "modified") return undefined;
  if (kind === "removed") return breaks("media-type-removed", "This form of the body is gone.");
  return adds(
    "media-type-added",
    direction === "request" ? "The body can be sent in this form, too." : "The body may come in this form, too.",
  );
}
