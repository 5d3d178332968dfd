import type { Document } from "../../openapi/document.ts";
import { parametersAreOptional, takesParameters } from "../../pipeline/emit/types/operations.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model, Operation } from "../../pipeline/model/model.ts";
import type { Pair } from "../documents/align.ts";
import { quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Verdict } from "./finding.ts";

/**
 * Changes of the generated code that neither document shows: how a call takes its parameters, which media type the client sends and
 * reads, and which closed sets are exported. A small edit can change that for a whole operation.
 */
export function compareGenerated(base: Document, revision: Document, pairs: readonly Pair[]): Difference[] {
  const [old, now] = [modelOf(base), modelOf(revision)];
  // `generate` reports what keeps a document from being generated.
  if (old === undefined || now === undefined) return [];
  return [
    ...pairs.flatMap(({ before, after }) => compareCalls(operationOf(old, before.id), operationOf(now, after.id))),
    ...compareEnums(old, now),
  ];
}

function modelOf(document: Document): Model | undefined {
  try {
    return buildModel(document);
  } catch {
    return undefined;
  }
}

function operationOf({ operations }: Model, id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}

function compareCalls(old: Operation | undefined, now: Operation | undefined): Difference[] {
  if (old === undefined || now === undefined) return [];
  return at(["operation", now.id], ...argumentVerdicts(old, now), ...mediaTypeVerdicts(old, now), ...methodVerdicts(old, now));
}

function argumentVerdicts(old: Operation, now: Operation): Verdict[] {
  const rule = "arguments-changed";
  // Required parameters break every old call, and are reported as that.
  if (!takesParameters(old) && takesParameters(now) && parametersAreOptional(now)) {
    return [breaks(rule, "Its function takes parameters before the options now: code that passes options does not compile.")];
  }
  const [member, memberNow] = [memberOfBody(old), memberOfBody(now)];
  const isBodyMoved = old.body !== undefined && now.body !== undefined && member !== memberNow;
  const [was, is] = [member, memberNow].map((name) => (name === undefined ? "the parameters themselves" : `the parameter ${quote(name)}`));
  return [
    ...(isBodyMoved ? [breaks(rule, `Its body is passed as ${is} now, was ${was}: old calls do not compile.`)] : []),
    ...renamedParameters("query", old.queryParameters, now.queryParameters),
    ...renamedParameters("header", old.headerParameters, now.headerParameters),
  ];
}

/** The parameter that holds the body, unless the fields of the body are parameters themselves. */
function memberOfBody({ body }: Operation): string | undefined {
  return body?.placement === "member" ? body.member : undefined;
}

function renamedParameters(place: string, old: Operation["queryParameters"], now: Operation["queryParameters"]): Verdict[] {
  return old.flatMap(({ name, member }) => {
    const memberNow = now.find((one) => one.name === name)?.member;
    if (memberNow === undefined || memberNow === member) return [];
    return [
      breaks("arguments-changed", `The ${place} parameter ${quote(name)} is passed as ${quote(memberNow)} now, was ${quote(member)}.`),
    ];
  });
}

/** Of several media types the client sends and reads one. */
function mediaTypeVerdicts(old: Operation, now: Operation): Verdict[] {
  const rule = "media-type-preferred";
  const [sent, sentNow] = [old.body?.mediaType, now.body?.mediaType];
  const isSentChanged = sent !== undefined && sentNow !== undefined && sent !== sentNow;
  return [
    ...(isSentChanged ? [breaks(rule, `The client sends ${quote(sentNow)} now, was ${quote(sent)}: its parameters changed with it.`)] : []),
    ...old.results.flatMap(({ status, mediaType }) => {
      const other = now.results.find((result) => result.status === status)?.mediaType;
      if (mediaType === undefined || other === undefined || mediaType === other) return [];
      const text = `The client reads ${quote(other)} from a response ${status} now, was ${quote(mediaType)}: the result changed with it.`;
      return [breaks(rule, text)];
    }),
  ];
}

/** A call loses a method with its extension (operations.ts), or because its parameters are serialized differently. */
function methodVerdicts(old: Operation, now: Operation): Verdict[] {
  const lost = (rule: string, method: string): Verdict =>
    breaks(rule, `Its calls no longer have \`${method}\`: code that uses it does not compile.`);
  return [
    ...(old.batch !== undefined && now.batch === undefined ? [lost("batch-changed", "chunked()")] : []),
    ...(old.pagination !== undefined && now.pagination === undefined ? [lost("pagination-changed", "pages()")] : []),
  ];
}

function compareEnums(old: Model, now: Model): Difference[] {
  const [names, namesNow] = [old, now].map(({ enums }) => enums.map(({ schema, property }) => `constant enums.${schema}.${property}`));
  return [
    ...(names ?? [])
      .filter((name) => !namesNow?.includes(name))
      .flatMap((name) =>
        at(["document", name], breaks("constant-removed", "The constant was removed: code that reads it does not compile.")),
      ),
    ...(namesNow ?? [])
      .filter((name) => !names?.includes(name))
      .flatMap((name) => at(["document", name], adds("constant-added", "The constant is new."))),
  ];
}
