import type { Json } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { describeChange, isSame, mapOf, memberOf, quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Direction, reads, type Steps, type Verdict } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareHeader } from "./parameters.ts";
import { compareSchemas, type Documents } from "./schemas/compareSchemas.ts";
import { compareTexts } from "./texts.ts";

export function compareBodies(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  if (isSame(old, now)) return [];
  const [before, after] = [resolve(documents.before, old), resolve(documents.after, now)];
  const [wasRequired, isRequired] = [before, after].map((body) => memberOf(body, "required") === true);
  if (after === undefined) return at(steps, breaks("body-removed", "The body was removed. Code that passes a body does not compile."));
  const required = isRequired
    ? breaks("body-required", "The body became required. Requests without a body get a 400 response.")
    : adds("body-optional", "The body became optional.");
  if (before === undefined) return at(steps, isRequired ? required : adds("body-optional", "An optional body was added."));
  return [
    ...at(steps, wasRequired === isRequired ? undefined : required),
    ...compareTexts(before, after, steps),
    ...compareContent(before, after, steps, "request", documents),
  ];
}

export function compareResponses(old: unknown, now: unknown, steps: Steps, documents: Documents): Difference[] {
  return compareNamed(mapOf(old), mapOf(now), {
    steps: (status) => [...steps, status],
    added: (_response, status) => newStatusVerdict(status),
    removed: (_response, status) =>
      breaks("status-removed", `The status ${quote(status)} was removed. Code that checks for it does not compile.`),
    changed: (one, other, place) => compareResponse(resolve(documents.before, one), resolve(documents.after, other), place, documents),
  });
}

function newStatusVerdict(status: string): Verdict {
  if (!status.startsWith("2")) return adds("status-added", `The status ${quote(status)} was added.`);
  return breaks("status-added", `The successful status ${quote(status)} was added. Existing code does not handle this result.`);
}

export function compareResponse(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  const haveSameLinks = isSame(memberOf(old, "links"), memberOf(now, "links"));
  return [
    ...at(steps, haveSameLinks ? undefined : reads("links-changed", "The links to other operations changed.")),
    ...compareTexts(old, now, steps),
    ...compareContent(old, now, steps, "response", documents),
    ...compareNamed(mapOf(memberOf(old, "headers")), mapOf(memberOf(now, "headers")), {
      steps: (name) => [...steps, "headers", name],
      added: () => adds("header-added", "The header was added."),
      removed: () => breaks("header-removed", "The header was removed."),
      changed: (one, other, place) => compareHeader(resolve(documents.before, one), resolve(documents.after, other), place, documents),
    }),
  ];
}

export function compareContent(
  old: Json | undefined,
  now: Json | undefined,
  steps: Steps,
  direction: Direction,
  documents: Documents,
): Difference[] {
  return compareNamed(mapOf(memberOf(old, "content")), mapOf(memberOf(now, "content")), {
    steps: (mediaType) => [...steps, "content", mediaType],
    added: () => adds("media-type-added", "The media type was added."),
    removed: () => breaks("media-type-removed", "The media type was removed."),
    changed: (one, other, place) => [
      ...at(place, encodingVerdict(memberOf(one, "encoding"), memberOf(other, "encoding"), direction)),
      ...compareSchemas(memberOf(one, "schema"), memberOf(other, "schema"), { steps: [...place, "schema"], direction }, documents),
    ],
  });
}

function encodingVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const change = describeChange("encoding", old, now);
  return direction === "request"
    ? breaks("body-written-otherwise", `${change}. Requests in the old form get a 400 response.`)
    : reads("body-written-otherwise", `${change}.`);
}
