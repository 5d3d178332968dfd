import type { Document, Json, Operation, SecurityRequirement } from "../../openapi/document.ts";
import type { Pair } from "../documents/align.ts";
import { describeChange, digest, isSame, memberOf, quote, without } from "../json.ts";
import { compareBodies, compareResponses } from "./bodies.ts";
import { compareExamples } from "./examples.ts";
import { adds, at, breaks, type Difference, reads, type Steps, type Verdict } from "./finding.ts";
import { compareParameters } from "./parameters.ts";
import type { Documents } from "./schemas/compareSchemas.ts";
import { compareTexts, deprecationVerdict } from "./texts.ts";

type Judge = (old: Json | undefined, now: Json | undefined) => Verdict | undefined;

const judges: Readonly<Record<string, Judge>> = {
  callbacks: (old, now) =>
    breaks(
      "callbacks-changed",
      `${describeChange("callbacks", old, now)}. There is no rule for callbacks, so the change is considered breaking.`,
    ),
  deprecated: deprecationVerdict,
  "x-retry": retryVerdict,
  "x-batch": (old, now) => methodVerdict("batch", "chunked()", old, now),
  "x-pagination": (old, now) => methodVerdict("pagination", "pages()", old, now),
  "x-idempotency-key": idempotencyKeyVerdict,
  "x-sunset": sunsetVerdict,
  "x-companion": (old, now) => reads("companion-changed", `${describeChange("x-companion", old, now)}.`),
};

export function compareOperation({ before, after }: Pair, documents: Documents): Difference[] {
  const [old, now] = [before.operation, after.operation];
  const steps: Steps = ["operation", after.id];
  const verdicts = Object.entries(judges).map(([member, judge]) => {
    const [one, other] = [memberOf(old, member), memberOf(now, member)];
    return isSame(one, other) ? undefined : judge(one, other);
  });
  return [
    ...at(
      steps,
      serverVerdict(old.servers ?? memberOf(before.item, "servers"), now.servers ?? memberOf(after.item, "servers")),
      securityVerdict(securityOf(old, documents.before), securityOf(now, documents.after)),
      ...verdicts,
    ),
    ...compareTexts(old, now, steps),
    ...compareParameters(old, now, [...steps, "parameters"], documents),
    ...compareBodies(old.requestBody as Json | undefined, now.requestBody as Json | undefined, [...steps, "requestBody"], documents),
    ...compareResponses(old.responses, now.responses, [...steps, "responses"], documents),
    ...compareExamples(old, now, steps),
  ];
}

function serverVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  return isSame(old, now) ? undefined : breaks("server-changed", `${describeChange("servers", old, now)}.`);
}

function securityOf(operation: Operation, document: Document): readonly SecurityRequirement[] {
  return operation.security ?? document.security ?? [];
}

/** Requirements are alternatives. A caller that satisfied an old alternative must satisfy a new one. */
function securityVerdict(old: readonly SecurityRequirement[], now: readonly SecurityRequirement[]): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const rejected = alternatives(old).filter((one) => !alternatives(now).some((other) => isEnough(one, other)));
  if (rejected.length > 0) {
    const callers = rejected.some((one) => Object.keys(one).length === 0)
      ? "Calls without an access token"
      : `Calls with only ${list(rejected)}`;
    return breaks("scope-needed", `${callers} are rejected. Required: ${list(now)}.`);
  }
  const accepted = alternatives(now).filter((one) => !alternatives(old).some((other) => isEnough(one, other)));
  if (accepted.length === 0) return reads("scope-written-otherwise", "The scopes are written differently but have the same meaning.");
  return adds("scope-accepted", now.length === 0 ? "An access token is no longer required." : `${list(accepted)} is also accepted.`);
}

/** Every caller satisfies an empty requirement. */
function alternatives(requirements: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return requirements.length === 0 ? [{}] : requirements;
}

function isEnough(held: SecurityRequirement, needed: SecurityRequirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => held[scheme] !== undefined && scopes.every((scope) => held[scheme]?.includes(scope)),
  );
}

function list(requirements: readonly SecurityRequirement[]): string {
  const named = requirements.slice(0, 3).map(nameOf);
  const others = requirements.length - named.length;
  return [...named, ...(others > 0 ? [`one of ${others} others (#${digest(requirements)})`] : [])].join(" or ");
}

function nameOf(requirement: SecurityRequirement): string {
  const scopes = Object.entries(requirement).flatMap(([scheme, names]) => (names.length === 0 ? [scheme] : names));
  return scopes.length === 0 ? "no access token" : scopes.map(quote).join(" and ");
}

const retries: readonly unknown[] = ["never", "on-rate-limit", "safe"];

function retryVerdict(old: Json | undefined, now: Json | undefined): Verdict {
  const change = describeChange("x-retry", old, now);
  if (retries.indexOf(now) < retries.indexOf(old)) return breaks("retry-changed", `${change}. The client retries fewer failures.`);
  return adds("retry-changed", `${change}. The client retries more failures.`);
}

function methodVerdict(extension: string, method: string, old: Json | undefined, now: Json | undefined): Verdict {
  const rule = `${extension}-changed`;
  if (now === undefined) return breaks(rule, `The call no longer has ${quote(method)}. Code that uses it does not compile.`);
  if (old === undefined) return adds(rule, `The call now has ${quote(method)}.`);
  const change = describeChange(`x-${extension}`, old, now);
  // The types depend neither on how inputs correspond to results, nor on how many items can be read.
  const [typed, typedNow] = [old, now].map((value) => without(value, (key) => key === "match" || key === "window"));
  const effect = extension === "batch" ? "report other inputs as unaccounted" : "end after another number of items";
  if (isSame(typed, typedNow)) return adds(rule, `${change}. ${quote(method)} may ${effect}.`);
  return breaks(rule, `${change}. The types of ${quote(method)} may differ.`);
}

function idempotencyKeyVerdict(old: Json | undefined, now: Json | undefined): Verdict {
  const change = describeChange("x-idempotency-key", old, now);
  if (old === undefined) return adds("idempotency-key-changed", `${change}. The client sends a key, so a retry has no second effect.`);
  return breaks("idempotency-key-changed", `${change}. A retry may have a second effect.`);
}

function sunsetVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  const rule = "sunset-changed";
  const [oldDate, date] = [old, now].map((sunset) => memberOf(sunset, "date") ?? undefined);
  // A new sunset without a date is reported only as a change to `deprecated`.
  if (old === undefined && date === undefined) return undefined;
  if (date === oldDate) return reads(rule, "The note on the sunset changed.");
  const change = describeChange("x-sunset.date", oldDate, date);
  if (date === undefined) return reads(rule, `${change}.`);
  if (oldDate !== undefined && date < oldDate) return breaks(rule, `${change}. Calls fail with 410 from the earlier date on.`);
  return adds(rule, `${change}. Calls after this date fail with 410.`);
}
