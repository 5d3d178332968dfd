import type { Json } from "../../openapi/document.ts";
import { isSame, mapOf, memberOf, pairNames, quote, resolve } from "../json.ts";
import { adds, at, breaks, type Difference, type Direction, reads, type Steps, type Verdict } from "./finding.ts";
import { schemaOf } from "./parameters.ts";
import { compareSchemas, type Documents } from "./schemas/compareSchemas.ts";
import { compareTexts, deprecationVerdict, secretVerdict } from "./texts.ts";

/** The body of a request, written in place or shared; a side is missing where there is no body. */
export function compareBodies(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  if (isSame(old, now)) return [];
  const [before, after] = [resolve(documents.before, old), resolve(documents.after, now)];
  const [wasRequired, isRequired] = [before, after].map((body) => memberOf(body, "required") === true);
  if (after === undefined) return at(steps, breaks("body-removed", "The body was removed: code that passes one does not compile."));
  if (before === undefined && !isRequired) return at(steps, adds("body-optional", "A body may be sent now."));
  if (before === undefined) return at(steps, bodyRequired);
  const verdict = isRequired ? bodyRequired : adds("body-optional", "The body is optional now.");
  return [
    ...(wasRequired === isRequired ? [] : at(steps, verdict)),
    ...compareTexts(before, after, steps),
    ...compareContent(before, after, steps, "request", documents),
  ];
}

const bodyRequired = breaks("body-required", "The body is required now: requests without one return 400.");

/** The responses of an operation, by status. */
export function compareResponses(old: unknown, now: unknown, steps: Steps, documents: Documents): Difference[] {
  return pairNames(mapOf(old), mapOf(now)).flatMap(({ name, old: one, now: other }) => {
    const place: Steps = [...steps, name];
    if (isSame(one, other)) return [];
    if (one === undefined) return at(place, newStatusVerdict(name));
    if (other === undefined) {
      return at(place, breaks("status-removed", `The status ${quote(name)} was removed: code that checks for it does not compile.`));
    }
    return compareResponse(resolve(documents.before, one), resolve(documents.after, other), place, documents);
  });
}

function newStatusVerdict(status: string): Verdict {
  if (!status.startsWith("2")) return adds("status-added", `The status ${quote(status)} is described now.`);
  return breaks("status-added", `The status ${quote(status)} is a success, too: the type of the result has one more variant.`);
}

/** One response, in an operation or shared. */
export function compareResponse(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  const haveSameLinks = isSame(memberOf(old, "links"), memberOf(now, "links"));
  const headers = pairNames(mapOf(memberOf(old, "headers")), mapOf(memberOf(now, "headers")));
  return [
    ...at(steps, haveSameLinks ? undefined : reads("links-changed", "Its links to other operations changed.")),
    ...compareTexts(old, now, steps),
    ...compareContent(old, now, steps, "response", documents),
    ...headers.flatMap(({ name, old: one, now: other }) => {
      if (isSame(one, other)) return [];
      return compareHeader(resolve(documents.before, one), resolve(documents.after, other), [...steps, "headers", name], documents);
    }),
  ];
}

/** A header of a response; a side is missing where the header is. */
export function compareHeader(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  if (old === undefined) return at(steps, adds("header-added", "The header is new."));
  if (now === undefined) return at(steps, breaks("header-removed", "The header was removed."));
  const [wasRequired, isRequired] = [old, now].map((header) => memberOf(header, "required") === true);
  const required = isRequired
    ? adds("header-required", "Every such response has it now.")
    : breaks("header-optional", "It may be missing now.");
  return [
    ...at(
      steps,
      wasRequired === isRequired ? undefined : required,
      deprecationVerdict(memberOf(old, "deprecated"), memberOf(now, "deprecated")),
      secretVerdict(memberOf(old, "x-sensitive"), memberOf(now, "x-sensitive")),
    ),
    ...compareTexts(old, now, steps),
    ...compareSchemas(schemaOf(old), schemaOf(now), { steps: [...steps, "schema"], direction: "response" }, documents),
  ];
}

/** What a body may consist of, by media type. */
function compareContent(
  old: Json | undefined,
  now: Json | undefined,
  steps: Steps,
  direction: Direction,
  documents: Documents,
): Difference[] {
  return pairNames(mapOf(memberOf(old, "content")), mapOf(memberOf(now, "content"))).flatMap(({ name, old: one, now: other }) => {
    const place: Steps = [...steps, "content", name];
    if (one === undefined) {
      const text = direction === "request" ? "The body can be sent as this media type, too." : "The body may have this media type, too.";
      return at(place, adds("media-type-added", text));
    }
    if (other === undefined) return at(place, breaks("media-type-removed", "The body no longer has this media type."));
    return [
      ...at(place, encodingVerdict(memberOf(one, "encoding"), memberOf(other, "encoding"), direction)),
      ...compareSchemas(memberOf(one, "schema"), memberOf(other, "schema"), { steps: [...place, "schema"], direction }, documents),
    ];
  });
}

function encodingVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const text = `Its fields are serialized as ${quote(now)} now, was ${quote(old)}`;
  return direction === "request"
    ? breaks("body-written-otherwise", `${text}: requests in the old form return 400.`)
    : reads("body-written-otherwise", `${text}.`);
}
