import type { Document, Json, Operation, SecurityRequirement } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Pair } from "../documents/align.ts";
import { digest, isSame, memberOf, quote } from "../json.ts";
import { compareBodies, compareResponses } from "./bodies.ts";
import { compareExamples } from "./examples.ts";
import { adds, at, breaks, type Difference, reads, type Steps, type Verdict } from "./finding.ts";
import { compareParameters } from "./parameters.ts";
import type { Documents } from "./schemas/compareSchemas.ts";
import { compareTexts, deprecationVerdict } from "./texts.ts";

/** Everything that differs in an operation that both documents have. */
export function compareOperation({ before, after }: Pair, documents: Documents): Difference[] {
  const [old, now] = [before.operation, after.operation];
  const steps: Steps = ["operation", after.id];
  return [
    ...at(
      steps,
      serverVerdict(old.servers ?? memberOf(before.item, "servers"), now.servers ?? memberOf(after.item, "servers")),
      callbackVerdict(old.callbacks, now.callbacks),
      securityVerdict(securityOf(old, documents.before), securityOf(now, documents.after)),
      retryVerdict(old["x-retry"], now["x-retry"]),
      methodVerdict("x-batch", "chunked()", old, now),
      methodVerdict("x-pagination", "pages()", old, now),
      idempotencyKeyVerdict(old["x-idempotency-key"], now["x-idempotency-key"]),
      deprecationVerdict(old.deprecated, now.deprecated),
      sunsetVerdict(old["x-sunset"], now["x-sunset"]),
    ),
    ...compareTexts(old, now, steps),
    ...compareParameters(old, now, [...steps, "parameters"], documents),
    ...compareBodies(old.requestBody as Json | undefined, now.requestBody as Json | undefined, [...steps, "requestBody"], documents),
    ...compareResponses(old.responses, now.responses, [...steps, "responses"], documents),
    ...compareExamples(old, now, steps),
  ];
}

function serverVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const [was, is] = [old, now].map((servers) => (servers === undefined ? "the servers of the document" : quote(servers)));
  return breaks("server-changed", `Its servers are ${is} now, were ${was}.`);
}

function callbackVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  return breaks("callbacks-changed", "Its callbacks changed. No rule says what that means, so it counts as a break.");
}

function securityOf(operation: Operation, document: Document): readonly SecurityRequirement[] {
  return operation.security ?? document.security ?? [];
}

/** Requirements are alternatives, each with all of its scopes. A caller that satisfied an old one has to satisfy a new one. */
function securityVerdict(old: readonly SecurityRequirement[], now: readonly SecurityRequirement[]): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const refused = alternatives(old).filter((one) => !alternatives(now).some((other) => isEnough(one, other)));
  if (refused.length > 0) {
    const callers = refused.some((one) => Object.keys(one).length === 0) ? "Calls without a token" : `Calls with only ${tell(refused)}`;
    return breaks("scope-needed", `${callers} are refused: ${tell(now)} is required.`);
  }
  const accepted = alternatives(now).filter((one) => !alternatives(old).some((other) => isEnough(one, other)));
  if (accepted.length === 0) return reads("scope-written-otherwise", "The scopes are written differently and mean the same.");
  return adds("scope-accepted", now.length === 0 ? "An access token is no longer required." : `${tell(accepted)} is accepted, too.`);
}

/** An empty list is a requirement that every caller satisfies. */
function alternatives(requirements: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return requirements.length === 0 ? [{}] : requirements;
}

function isEnough(held: SecurityRequirement, needed: SecurityRequirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => held[scheme] !== undefined && scopes.every((scope) => held[scheme]?.includes(scope)),
  );
}

function tell(requirements: readonly SecurityRequirement[]): string {
  const told = requirements.slice(0, 3).map(tellOne);
  const others = requirements.length - told.length;
  return [...told, ...(others > 0 ? [`one of ${others} others (#${digest(requirements)})`] : [])].join(" or ");
}

function tellOne(requirement: SecurityRequirement): string {
  const scopes = Object.entries(requirement).flatMap(([scheme, names]) => (names.length === 0 ? [scheme] : names));
  return scopes.length === 0 ? "no access token" : scopes.map(quote).join(" and ");
}

/** From the fewest failures after which the client retries to the most. */
const retries: readonly unknown[] = ["never", "on-rate-limit", "safe"];

function retryVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const change = `The client retries it by ${quote(now)} now, was ${quote(old)}:`;
  if (retries.indexOf(now) < retries.indexOf(old)) return breaks("retry-changed", `${change} more failures reach the caller.`);
  return adds("retry-changed", `${change} fewer failures reach the caller.`);
}

function methodVerdict(extension: "x-batch" | "x-pagination", method: string, old: Operation, now: Operation): Verdict | undefined {
  if (isSame(old[extension], now[extension])) return undefined;
  const rule = `${extension.slice(2)}-changed`;
  if (now[extension] === undefined) return breaks(rule, `Its calls no longer have \`${method}\`: code that uses it does not compile.`);
  if (old[extension] === undefined) return adds(rule, `Its calls have \`${method}\` now.`);
  if (isSame(withoutMatch(old[extension]), withoutMatch(now[extension]))) {
    return adds(rule, `\`${method}\` matches inputs and results differently: it may report other inputs as unaccounted.`);
  }
  return breaks(rule, `\`${method}\` works by ${quote(now[extension])} now, was ${quote(old[extension])}: its types may differ.`);
}

/** The types of a batch do not depend on how its inputs correspond to results. */
function withoutMatch(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const { match: _, ...others } = value;
  return others;
}

function idempotencyKeyVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const rule = "idempotency-key-changed";
  if (old === undefined) return adds(rule, `The client sends a key in ${quote(now)}, so that a retry has no second effect.`);
  const place = now === undefined ? "" : ` but in ${quote(now)}`;
  return breaks(rule, `The client no longer sends a key in ${quote(old)}${place}: a retry may have a second effect.`);
}

function sunsetVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const rule = "sunset-changed";
  const [oldDate, date] = [dateOf(old), dateOf(now)];
  // The end of an operation without a date is told by `deprecated`.
  if (old === undefined && date === undefined) return undefined;
  if (date === oldDate) return reads(rule, "The note on its end changed.");
  if (date === undefined) return reads(rule, `It no longer ends on ${quote(oldDate)}.`);
  if (oldDate === undefined) return adds(rule, `It ends on ${quote(date)}: later calls return 410.`);
  if (date < oldDate) return breaks(rule, `It ends earlier, on ${quote(date)} instead of ${quote(oldDate)}: later calls return 410.`);
  return adds(rule, `It ends later, on ${quote(date)} instead of ${quote(oldDate)}.`);
}

function dateOf(sunset: Json | undefined): string | undefined {
  const date = memberOf(sunset, "date");
  return typeof date === "string" ? date : undefined;
}
