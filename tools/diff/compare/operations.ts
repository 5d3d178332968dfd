import type { Json, Operation, PathItem, SecurityRequirement } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, breaks, digest, type Finding, isSame, quote, reads, type Verdict } from "./finding.ts";
import { judgeDeprecated } from "./schemas/values.ts";

/** What an operation promises beside its types: scopes, and what the client does by its extensions. */
export function compareOperations({ before, after, pairs }: Aligned): Finding[] {
  return pairs.flatMap(({ before: { operation: old, item: oldItem }, after: { id, operation: now, item } }) => {
    const verdicts = [
      ...compareServers(old.servers ?? serversOf(oldItem), now.servers ?? serversOf(item)),
      ...compareCallbacks(old.callbacks, now.callbacks),
      ...compareSecurity(old.security ?? before.security ?? [], now.security ?? after.security ?? []),
      ...compareRetry(old["x-retry"], now["x-retry"]),
      ...compareMethods("x-batch", "chunked()", old, now),
      ...compareMethods("x-pagination", "pages()", old, now),
      ...compareIdempotencyKey(old["x-idempotency-key"], now["x-idempotency-key"]),
      ...(old.deprecated === now.deprecated ? [] : [judgeDeprecated(now.deprecated === true)]),
      ...compareSunset(old["x-sunset"], now["x-sunset"]),
    ];
    return verdicts.map((verdict) => ({ ...verdict, subject: id, operations: [id], directions: [], place: "" }));
  });
}

function compareServers(old: Json | undefined, now: Json | undefined): Verdict[] {
  if (isSame(old, now)) return [];
  const text = now === undefined ? "It is where all operations are" : `It is at ${quote(now)} now`;
  return [breaks("server-changed", `${text}, and was ${old === undefined ? "where all operations are" : `at ${quote(old)}`}.`)];
}

/** Those of a path hold for its operations. */
function serversOf(item: PathItem): Json | undefined {
  return item["servers"] as Json | undefined;
}

function compareCallbacks(old: Json | undefined, now: Json | undefined): Verdict[] {
  if (isSame(old, now)) return [];
  return [breaks("callbacks-changed", "What the service asks of whoever calls it is told otherwise, and no rule tells what that means.")];
}

/**
 * Requirements are alternatives, and all scopes of one are needed. Whoever satisfied one of the old ones has to satisfy a new
 * one, or is refused.
 */
function compareSecurity(old: readonly SecurityRequirement[], now: readonly SecurityRequirement[]): Verdict[] {
  if (isSame(old, now)) return [];
  const refused = alternatives(old).filter((one) => !alternatives(now).some((other) => isEnough(one, other)));
  if (refused.length > 0) {
    const demanded = old.length === 0 ? "an access token" : tell(now);
    return [
      breaks(
        "scope-needed",
        `${refused.some((one) => Object.keys(one).length === 0) ? "Calls without one" : `Calls with ${tell(refused)} alone`} are refused: needed is ${demanded}.`,
      ),
    ];
  }
  const accepted = alternatives(now).filter((one) => !alternatives(old).some((other) => isEnough(one, other)));
  if (accepted.length > 0)
    return [
      adds("scope-accepted", now.length === 0 ? "No access token is needed any more." : `It can be called with ${tell(accepted)}, too.`),
    ];
  return [reads("scope-written-otherwise", "The scopes are written otherwise and mean the same.")];
}

/** No requirement at all is one that everybody satisfies. */
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

/** From the least that the client does after a failure to the most. */
const retries: readonly unknown[] = ["never", "on-rate-limit", "safe"];

function compareRetry(old: Json | undefined, now: Json | undefined): Verdict[] {
  if (isSame(old, now)) return [];
  const change = `The client repeats it by ${quote(now)} now, not by ${quote(old)}:`;
  if (retries.indexOf(now) < retries.indexOf(old))
    return [breaks("retry-changed", `${change} failures that a repeat used to mend reach the caller.`)];
  return [adds("retry-changed", `${change} more failures are mended by a repeat.`)];
}

function compareMethods(extension: "x-batch" | "x-pagination", method: string, old: Operation, now: Operation): Verdict[] {
  if (isSame(old[extension], now[extension])) return [];
  const rule = `${extension.slice(2)}-changed`;
  if (now[extension] === undefined) return [breaks(rule, `Its calls no longer have \`${method}\`: code that uses it no longer compiles.`)];
  if (old[extension] === undefined) return [adds(rule, `Its calls have \`${method}\` now.`)];
  if (isSame(withoutMatch(old[extension]), withoutMatch(now[extension]))) {
    return [adds(rule, `\`${method}\` matches inputs with results in another way: what it reports as unaccounted may differ.`)];
  }
  return [
    breaks(
      rule,
      `\`${method}\` goes by ${quote(now[extension])} now, not by ${quote(old[extension])}: the types of what it takes or gives may differ.`,
    ),
  ];
}

/** The types of a batch do not depend on how its inputs correspond to results. */
function withoutMatch(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const { match: _, ...others } = value;
  return others;
}

function compareIdempotencyKey(old: Json | undefined, now: Json | undefined): Verdict[] {
  if (isSame(old, now)) return [];
  const rule = "idempotency-key-changed";
  if (old === undefined) return [adds(rule, `The client sends a key in ${quote(now)}, so that a repeat does nothing twice.`)];
  const text = `The client no longer sends a key in ${quote(old)}${now === undefined ? "" : ` but in ${quote(now)}`}`;
  return [
    breaks(rule, now === undefined ? `${text}: a repeat may do things twice.` : `${text}: what counted as a repeat may be done twice.`),
  ];
}

function compareSunset(old: Json | undefined, now: Json | undefined): Verdict[] {
  if (isSame(old, now)) return [];
  const [oldDate, date] = [dateOf(old), dateOf(now)];
  // What is deprecated without a date is told as deprecated.
  if (old === undefined && date === undefined) return [];
  if (date === oldDate) return [reads("sunset-changed", "What is told of its end reads differently.")];
  if (date === undefined) return [reads("sunset-changed", `It no longer ends on ${quote(oldDate)}.`)];
  if (oldDate === undefined) return [adds("sunset-changed", `It ends on ${quote(date)}: calls after that day are answered 410.`)];
  if (date < oldDate)
    return [
      breaks("sunset-changed", `It ends on ${quote(date)} already, not on ${quote(oldDate)}: calls after that day are answered 410.`),
    ];
  return [adds("sunset-changed", `It ends on ${quote(date)}, not on ${quote(oldDate)} already.`)];
}

function dateOf(sunset: Json | undefined): string | undefined {
  const date = isObject(sunset) ? sunset["date"] : undefined;
  return typeof date === "string" ? date : undefined;
}
