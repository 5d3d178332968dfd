import type { Json } from "../bundle/document.ts";
import { adds, breaks, type Direction, isSame, quote, quoteAll, reads, type Verdict } from "./finding.ts";

/** What a changed member of a schema means. Nothing where this keyword has no rule of its own. */
export function judgeKeyword(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  if (keyword === "required") return judgeRequired(asList(old), asList(now), direction);
  if (keyword === "enum") return judgeEnum(old, now, direction);
  if (keyword === "type") return judgeType(asList(old), asList(now), direction);
  if (keyword === "const") return breaks("type-changed", `The only value was ${quote(old)} and is ${quote(now)} now.`);
  if (keyword === "default") return judgeDefault(old, now, direction);
  if (keyword === "format" || keyword === "pattern" || keyword === "multipleOf") return judgeForm(keyword, old, now, direction);
  if (Object.hasOwn(limits, keyword)) return judgeLimit(keyword, old, now, direction);
  if (keyword === "additionalProperties") return judgeOpenness(old, now, direction);
  if (keyword === "deprecated") return judgeDeprecated(now === true);
  return undefined;
}

/** What a property that came or went means. */
export function judgeProperty(kind: "added" | "removed", direction: Direction): Verdict {
  if (kind === "added") return adds("field-added", direction === "request" ? "It can be sent now." : "It comes with answers now.");
  if (direction === "answer") return breaks("field-removed", "It is gone from answers: code that reads it no longer compiles.");
  return breaks("field-removed", "It can no longer be sent: code that passes it no longer compiles.");
}

/** What one part more or less of an `allOf`, `oneOf` or `anyOf` means. */
export function judgeAlternative(keyword: string, kind: "added" | "removed", direction: Direction, part: Json | undefined): Verdict {
  if (keyword === "allOf" && kind === "added") {
    return direction === "request"
      ? breaks("field-required", `More is demanded of what is sent, ${quote(part)}: requests without it are refused with 400.`)
      : adds("field-added", "Answers have all fields of one more part.");
  }
  if (keyword === "allOf")
    return breaks("field-removed", `The fields of its part ${quote(part)} are gone: code that uses them no longer compiles.`);
  if (kind === "removed")
    return breaks("alternative-removed", `Its alternative ${quote(part)} is gone: code that uses it no longer compiles.`);
  return direction === "request"
    ? adds("alternative-added", "It can be sent in one more form.")
    : breaks("alternative-added", `It may come in one more form, ${quote(part)}, which code that tells the others apart does not know.`);
}

function judgeRequired(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const more = now.filter((name) => !old.includes(name));
  const fewer = old.filter((name) => !now.includes(name));
  if (direction === "request") {
    if (more.length > 0) return breaks("field-required", `${fields(more)} required now: requests without are refused with 400.`);
    return fewer.length > 0 ? adds("field-optional", `${fields(fewer)} no longer required and may be left out.`) : undefined;
  }
  if (fewer.length > 0) return breaks("field-optional", `${fields(fewer)} no longer in every answer: code has to expect nothing there.`);
  return more.length > 0 ? adds("field-required", `${fields(more)} in every answer now.`) : undefined;
}

function judgeEnum(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const isRequest = direction === "request";
  if (old === undefined) {
    const text = `Only ${quoteAll(asList(now))} are left of its values.`;
    return isRequest ? breaks("value-removed", `${text} Any other is refused with 400.`) : adds("value-removed", text);
  }
  if (now === undefined) {
    const text = "It has any value now, not one of a closed set.";
    return isRequest ? adds("value-added", text) : breaks("value-added", `${text} Code that knows all values no longer does.`);
  }
  const gone = asList(old).filter((value) => !asList(now).some((other) => isSame(value, other)));
  const come = asList(now).filter((value) => !asList(old).some((other) => isSame(value, other)));
  const toldGone = `${fields(gone)} no longer among its values:`;
  if (gone.length > 0) {
    return isRequest
      ? breaks("value-removed", `${toldGone} requests with it are refused with 400.`)
      : breaks("value-removed", `${toldGone} code that compares with it no longer compiles.`);
  }
  if (come.length === 0) return reads("text-changed", "Its values stand in another order.");
  if (isRequest) return adds("value-added", `${quoteAll(come)} can be sent, too.`);
  return breaks("value-added", `${quoteAll(come)} may come, too: code that knows all values no longer does.`);
}

function judgeType(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const gone = now.length === 0 ? [] : old.length === 0 ? ["anything else"] : beyond(old, now);
  const come = old.length === 0 ? [] : now.length === 0 ? ["anything else"] : beyond(now, old);
  if (direction === "request") {
    if (gone.length > 0) return breaks("type-changed", `${quoteAll(gone)} can no longer be sent, only ${quoteAll(now)}.`);
    return come.length > 0
      ? adds("type-changed", `${quoteAll(come)} can be sent, too.`)
      : reads("type-changed", "The same values are told otherwise.");
  }
  if (come.length > 0) return breaks("type-changed", `${quoteAll(come)} may come, where ${quoteAll(old)} came before.`);
  return gone.length > 0
    ? adds("type-changed", `${quoteAll(gone)} no longer comes.`)
    : reads("type-changed", "The same values are told otherwise.");
}

/** The types of one list that the other does not allow; an integer is a number. */
function beyond(types: readonly Json[], others: readonly Json[]): Json[] {
  return types.filter((type) => !others.includes(type) && !(type === "integer" && others.includes("number")));
}

function judgeDefault(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  if (direction === "answer") return reads("default-changed", "The value that stands for none reads differently.");
  if (old === undefined) return adds("default-changed", `It says now what is done without it: as with ${quote(now)}.`);
  const text = `Left out, it counted as ${quote(old)}`;
  return breaks(
    "default-changed",
    now === undefined ? `${text}; now nothing is said of that.` : `${text} and counts as ${quote(now)} now.`,
  );
}

function judgeForm(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = `${keyword === "multipleOf" ? "multiple-of" : keyword}-changed`;
  const change =
    old === undefined
      ? `It is of the ${keyword} ${quote(now)} now`
      : `${now === undefined ? `It is of any ${keyword} now` : `Its ${keyword} is ${quote(now)} now`}, not ${quote(old)}`;
  if (direction === "request") {
    return now === undefined ? adds(rule, `${change}.`) : breaks(rule, `${change}: anything else is refused with 400.`);
  }
  // What is read by its format is read otherwise; nothing is read by a pattern.
  if (keyword !== "format" || old === undefined) return reads(rule, `${change}.`);
  return breaks(rule, `${change}: code that reads it may fail.`);
}

/** Limits, and whether more of them allows more. */
const limits: Readonly<Record<string, boolean>> = {
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  maximum: true,
  exclusiveMaximum: true,
  minLength: false,
  minItems: false,
  minProperties: false,
  minimum: false,
  exclusiveMinimum: false,
};

function judgeLimit(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isLooser = now === undefined || (old !== undefined && Number(now) > Number(old) === limits[keyword]);
  const change = `\`${keyword}\` ${old === undefined ? "is" : now === undefined ? "was" : `went from ${quote(old)} to`} ${now === undefined ? `${quote(old)} and is no more` : quote(now)}`;
  if (direction === "answer") return reads("limit-changed", `${change}; no type says so.`);
  if (isLooser) return adds("limit-changed", `${change}: more is accepted.`);
  return breaks("limit-changed", `${change}: requests outside of it are refused with 400.`);
}

function judgeOpenness(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "openness-changed";
  if (now === false && direction === "request") return breaks(rule, "Fields that are not described are refused with 400 now.");
  if (old === true) return breaks(rule, "Its type no longer has fields of any name: code that uses them no longer compiles.");
  if (now === true) return adds(rule, "Its type has fields of any name now.");
  if (direction === "request") return adds(rule, "Fields that are not described are passed over now.");
  return reads(rule, now === false ? "It has no fields that are not described." : "It may have fields that are not described.");
}

export function judgeDeprecated(isDeprecated: boolean): Verdict {
  if (isDeprecated) return adds("deprecated", "It is deprecated now: it works, and editors strike it through.");
  return reads("deprecated", "It is no longer deprecated.");
}

function fields(names: readonly Json[]): string {
  return `${quoteAll(names)} ${names.length === 1 ? "is" : "are"}`;
}

function asList(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as Json];
}
