import type { Json, SecurityRequirement } from "../../openapi/document.ts";
import { digest, isSame, type JsonMap, mapOf, without } from "../json.ts";
import { adds, breaks, describeChange, quote, type Rule, type Rules, reads, type Verdict } from "./verdict.ts";
import { endVerdict } from "./versions.ts";

/** Judges operations themselves: their names, addresses, scopes and extensions, and the functions generated from them. */
export const operationRules: Rules = {
  operation(before, after) {
    const summary = mapOf(after)["summary"];
    if (before === undefined) return adds("operation-added", `The operation was added: ${quote(summary ?? addressOf(after))}.`);
    const consequence = `${quote(addressOf(before))} returns 404, and code that calls the operation does not compile.`;
    return breaks("operation-removed", `The operation was removed. ${consequence}`);
  },
  "operation identity": identityVerdict,
  "operation address": addressVerdict,
  "operation security": (before, after) => securityVerdict(requirementsOf(before), requirementsOf(after)),
  "operation x-retry": retryVerdict,
  "operation x-batch": methodRule("batch", "chunked()", "report other inputs as unaccounted"),
  "operation x-pagination": methodRule("pagination", "pages()", "end after another number of items"),
  "operation x-idempotency-key": (before, after) => {
    const change = describeChange("x-idempotency-key", before, after);
    if (before === undefined) return adds("idempotency-key-changed", `${change}. The client sends a key, so a retry has no second effect.`);
    return breaks("idempotency-key-changed", `${change}. A retry may have a second effect.`);
  },
  "operation x-sunset": sunsetVerdict,
  "operation x-companion": (before, after) => reads("companion-changed", `${describeChange("x-companion", before, after)}.`),
  /** A method also disappears if the parts of the operation no longer match its extension. Other facts follow from parts with own rules. */
  call: (before, after, { name }) =>
    after === undefined && ["batch", "pagination"].includes(name) ? lostMethod(name, mapOf(before)["value"]) : undefined,
  "call value": callVerdict,
};

function addressOf(operation: Json | undefined): string {
  const { method, path } = mapOf(mapOf(operation)["address"] ?? operation);
  return `${String(method).toUpperCase()} ${path}`;
}

/** The first part of an operationId is the area. */
function identityVerdict(before: Json | undefined, after: Json | undefined): Verdict {
  const [{ id: oldId, area: oldArea }, { id, area }] = [mapOf(before), mapOf(after)];
  if (oldId !== id) {
    const consequence = "Code that uses the old name does not compile.";
    return breaks("operation-renamed", `The operation was renamed from ${quote(oldId)} to ${quote(id)}. ${consequence}`);
  }
  const consequence = `${quote(`client.${oldArea}`)} no longer has it.`;
  return breaks("area-changed", `The operation moved from the area ${quote(oldArea)} to ${quote(area)}. ${consequence}`);
}

function addressVerdict(before: Json | undefined, after: Json | undefined): Verdict {
  const [old, now] = [addressOf(before), addressOf(after)];
  const [withoutNames, withoutNamesNow] = [old, now].map((address) => address.replace(/\{[^}]*\}/g, "{}"));
  if (withoutNames !== withoutNamesNow) {
    return breaks("operation-moved", `${quote(old)} moved to ${quote(now)}. Requests to the old address get a 404 response.`);
  }
  const change = `The path template changed from ${quote(mapOf(before)["path"])} to ${quote(mapOf(after)["path"])}`;
  const consequence = "Code that looks up types by the old template does not compile. Requests do not change.";
  return breaks("path-written-otherwise", `${change}. ${consequence}`);
}

/** Requirements are alternatives. Every caller satisfies an empty requirement. */
function requirementsOf(security: Json | undefined): readonly SecurityRequirement[] {
  const requirements = (security ?? []) as unknown as readonly SecurityRequirement[];
  return requirements.length === 0 ? [{}] : requirements;
}

/** A caller that satisfied an old alternative must satisfy a new one. */
function securityVerdict(old: readonly SecurityRequirement[], now: readonly SecurityRequirement[]): Verdict {
  const rejected = old.filter((one) => !now.some((other) => isEnough(one, other)));
  if (rejected.length > 0) {
    const isOpen = rejected.some((one) => Object.keys(one).length === 0);
    const callers = isOpen ? "Calls without an access token" : `Calls with only ${listRequirements(rejected)}`;
    return breaks("scope-needed", `${callers} are rejected. Required: ${listRequirements(now)}.`);
  }
  const accepted = now.filter((one) => !old.some((other) => isEnough(one, other)));
  if (accepted.length === 0) return reads("scope-written-otherwise", "The scopes are written differently but have the same meaning.");
  const isOpen = now.every((one) => Object.keys(one).length === 0);
  return adds("scope-accepted", isOpen ? "An access token is no longer required." : `${listRequirements(accepted)} is also accepted.`);
}

function isEnough(held: SecurityRequirement, needed: SecurityRequirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => held[scheme] !== undefined && scopes.every((scope) => held[scheme]?.includes(scope)),
  );
}

function listRequirements(requirements: readonly SecurityRequirement[]): string {
  const names = requirements.slice(0, 3).map((requirement) => {
    const scopes = Object.entries(requirement).flatMap(([scheme, all]) => (all.length === 0 ? [scheme] : all));
    return scopes.length === 0 ? "no access token" : scopes.map(quote).join(" and ");
  });
  const others = requirements.length - names.length;
  return [...names, ...(others > 0 ? [`one of ${others} others (#${digest(requirements)})`] : [])].join(" or ");
}

const retries: readonly unknown[] = ["never", "on-rate-limit", "safe"];

function retryVerdict(before: Json | undefined, after: Json | undefined): Verdict {
  const change = describeChange("x-retry", before, after);
  if (retries.indexOf(after) < retries.indexOf(before)) return breaks("retry-changed", `${change}. The client retries fewer failures.`);
  return adds("retry-changed", `${change}. The client retries more failures.`);
}

function lostMethod(extension: string, method: unknown): Verdict {
  return breaks(`${extension}-changed`, `The call no longer has ${quote(method)}. Code that uses it does not compile.`);
}

function methodRule(extension: string, method: string, effect: string): Rule {
  const rule = `${extension}-changed`;
  // The types depend neither on how inputs correspond to results, nor on how many items can be sent or read.
  const typedPart = (value: Json): Json => without(value, (key) => ["match", "sizeWith", "window"].includes(key));
  return (before, after) => {
    if (after === undefined) return lostMethod(extension, method);
    if (before === undefined) return adds(rule, `The call now has ${quote(method)}.`);
    const change = describeChange(`x-${extension}`, before, after);
    if (isSame(typedPart(before), typedPart(after))) return adds(rule, `${change}. ${quote(method)} may ${effect}.`);
    return breaks(rule, `${change}. The types of ${quote(method)} may differ.`);
  };
}

function sunsetVerdict(before: Json | undefined, after: Json | undefined): Verdict | undefined {
  const rule = "sunset-changed";
  const [oldDate, date] = [before, after].map((sunset) => (mapOf(sunset) as Partial<JsonMap>)["date"] ?? undefined);
  // A new sunset without a date is reported only as a change to `deprecated`.
  if (before === undefined && date === undefined) return undefined;
  if (date === oldDate) return reads(rule, "The note on the sunset changed.");
  return endVerdict("x-sunset.date", oldDate, date);
}

function callVerdict(before: Json | undefined, after: Json | undefined, { name }: { readonly name: string }): Verdict | undefined {
  if (name === "parameters") {
    // An added required parameter is judged itself.
    if (before !== "none" || after !== "optional") return undefined;
    const text = "The function now takes parameters before its options. Code that passes options does not compile.";
    return breaks("arguments-changed", text);
  }
  const rule = name.includes("media type") ? "media-type-preferred" : "arguments-changed";
  return breaks(rule, `${name} changed from ${quote(before)} to ${quote(after)}. Existing calls do not compile.`);
}
