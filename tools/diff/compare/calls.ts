import type { Document } from "../../openapi/document.ts";
import { parametersAreOptional, takesParameters } from "../../pipeline/emit/types/operations.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { EnumFacts, Model, Operation } from "../../pipeline/model/model.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, breaks, type Finding, quote, type Verdict } from "./finding.ts";
import { documentSubject } from "./places.ts";

/**
 * What the generators make of two documents, where that is not to be seen in either: how a call takes its parameters, in which form
 * the client sends and reads, and which closed sets are exported. A small edit can change that for a whole operation.
 */
export async function compareCalls({ whole, pairs }: Aligned): Promise<Finding[]> {
  const [old, now] = await Promise.all(whole.map(modelOf));
  // What cannot be generated is told by the generators.
  if (old === undefined || now === undefined) return [];
  const calls = pairs.flatMap(({ before, after }) => {
    const [one, other] = [old.operations.find(({ id }) => id === before.id), now.operations.find(({ id }) => id === after.id)];
    const verdicts = one === undefined || other === undefined ? [] : compareCall(one, other);
    return verdicts.map((verdict) => ({ ...verdict, subject: after.id, operations: [after.id], directions: [], place: "" }));
  });
  return [...calls, ...compareEnums(old.enums, now.enums)];
}

/** Nothing where the document cannot be generated from. */
async function modelOf(document: Document): Promise<Model | undefined> {
  return buildModel(document).catch(() => undefined);
}

function compareCall(old: Operation, now: Operation): Verdict[] {
  return [...compareArguments(old, now), ...compareMediaTypes(old, now), ...compareMethods(old, now)];
}

function compareArguments(old: Operation, now: Operation): Verdict[] {
  const rule = "arguments-changed";
  // Parameters that are required are missed by every old call, and told as that.
  if (!takesParameters(old) && takesParameters(now) && parametersAreOptional(now)) {
    return [breaks(rule, "Its function takes parameters now, before the options: code that passes options no longer compiles.")];
  }
  const verdicts: Verdict[] = [];
  const [member, memberNow] = [memberOf(old), memberOf(now)];
  if (old.body !== undefined && now.body !== undefined && member !== memberNow) {
    const text =
      memberNow === undefined ? "Its body is the parameters themselves now" : `Its body is the parameter ${quote(memberNow)} now`;
    const before = member === undefined ? "the parameters themselves" : quote(member);
    verdicts.push(breaks(rule, `${text}, not ${before}: calls are written otherwise, and old ones no longer compile.`));
  }
  for (const [place, parameters, others] of [
    ["query", old.queryParameters, now.queryParameters],
    ["header", old.headerParameters, now.headerParameters],
  ] as const) {
    for (const { name, member: called } of parameters) {
      const other = others.find((one) => one.name === name);
      if (other === undefined || other.member === called) continue;
      verdicts.push(
        breaks(rule, `The ${place} parameter ${quote(name)} is passed as ${quote(other.member)} now, not as ${quote(called)}.`),
      );
    }
  }
  return verdicts;
}

/** The parameter that holds the body; nothing where it is no parameter of its own. */
function memberOf({ body }: Operation): string | undefined {
  return body?.placement === "member" ? body.member : undefined;
}

/** The client sends and reads one form where there are several. */
function compareMediaTypes(old: Operation, now: Operation): Verdict[] {
  const rule = "media-type-preferred";
  const verdicts: Verdict[] = [];
  const [sent, sentNow] = [old.body?.mediaType, now.body?.mediaType];
  if (sent !== undefined && sentNow !== undefined && sent !== sentNow) {
    verdicts.push(breaks(rule, `The client sends ${quote(sentNow)} now, not ${quote(sent)}: the parameters are those of that form.`));
  }
  for (const { status, mediaType } of old.results) {
    const other = now.results.find((result) => result.status === status)?.mediaType;
    if (mediaType === undefined || other === undefined || mediaType === other) continue;
    verdicts.push(
      breaks(rule, `The client reads ${quote(other)} of an answer ${status} now, not ${quote(mediaType)}: the result is of that form.`),
    );
  }
  return verdicts;
}

/** A call loses them with its extension (operations.ts), or because its parameters are written otherwise. */
function compareMethods(old: Operation, now: Operation): Verdict[] {
  const lost = [
    ...(old.batch !== undefined && now.batch === undefined ? [["batch-changed", "chunked()"] as const] : []),
    ...(old.pagination !== undefined && now.pagination === undefined ? [["pagination-changed", "pages()"] as const] : []),
  ];
  return lost.map(([rule, method]) => breaks(rule, `Its calls no longer have \`${method}\`: code that uses it no longer compiles.`));
}

function compareEnums(old: readonly EnumFacts[], now: readonly EnumFacts[]): Finding[] {
  const nameOf = ({ schema, property }: EnumFacts): string => `enums.${schema}.${property}`;
  const [names, namesNow] = [old.map(nameOf), now.map(nameOf)];
  const about = (name: string, verdict: Verdict): Finding => ({
    ...verdict,
    subject: documentSubject,
    operations: [],
    directions: [],
    place: `constant ${name}`,
  });
  return [
    ...names
      .filter((name) => !namesNow.includes(name))
      .map((name) => about(name, breaks("constant-removed", "The constant is gone: code that reads it no longer compiles."))),
    ...namesNow.filter((name) => !names.includes(name)).map((name) => about(name, adds("constant-added", "The constant is new."))),
  ];
}
