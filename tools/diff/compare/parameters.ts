import type { Json, Operation, Parameter } from "../../openapi/document.ts";
import { isSame, mapOf, memberOf, pairNames, quote, resolve } from "../json.ts";
import { adds, at, breaks, type Difference, type Steps, type Verdict } from "./finding.ts";
import { compareSchemas, type Documents } from "./schemas/compareSchemas.ts";
import { compareTexts, deprecationVerdict, secretVerdict } from "./texts.ts";

/** The parameters of an operation, by place and name: their order means nothing. */
export function compareParameters(old: Operation, now: Operation, steps: Steps, documents: Documents): Difference[] {
  const [before, after] = [byName(old, documents.before), byName(now, documents.after)];
  return pairNames(before, after).flatMap(({ name, old: one, now: other }) => {
    if (isSame(one?.written, other?.written)) return [];
    return compareParameter(one?.parameter, other?.parameter, [...steps, name], documents);
  });
}

function byName({ parameters = [] }: Operation, document: Documents["before"]): Map<string, { written: Json; parameter: Json }> {
  const written = parameters as readonly unknown[] as readonly Json[];
  const resolved = written.map((one) => ({ written: one, parameter: resolve(document, one) ?? {} }));
  return new Map(resolved.map((one) => [nameOf(one.parameter), one]));
}

/** For example `query limit`. */
function nameOf(parameter: Json): string {
  return `${memberOf(parameter, "in")} ${memberOf(parameter, "name")}`;
}

/** A parameter that is written in place, or that operations share; a side is missing where the parameter is. */
export function compareParameter(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  if (now === undefined) return at(steps, breaks("parameter-removed", "The parameter was removed: code that passes it does not compile."));
  if (old === undefined) return at(steps, newVerdict(memberOf(now, "required") === true));
  return [
    ...at(
      steps,
      nameVerdict(nameOf(old), nameOf(now)),
      requiredVerdict(memberOf(old, "required") === true, memberOf(now, "required") === true),
      styleVerdict(styleOf(old as unknown as Parameter), styleOf(now as unknown as Parameter)),
      deprecationVerdict(memberOf(old, "deprecated"), memberOf(now, "deprecated")),
      secretVerdict(memberOf(old, "x-sensitive"), memberOf(now, "x-sensitive")),
    ),
    ...compareTexts(old, now, steps),
    ...compareSchemas(schemaOf(old), schemaOf(now), { steps: [...steps, "schema"], direction: "request" }, documents),
  ];
}

function newVerdict(isRequired: boolean): Verdict {
  if (isRequired) return breaks("parameter-required", "The parameter is new and required: calls without it return 400.");
  return adds("parameter-added", "The parameter is new and optional.");
}

function nameVerdict(old: string, now: string): Verdict | undefined {
  return old === now ? undefined : breaks("parameter-removed", `The parameter ${quote(old)} is ${quote(now)} now.`);
}

function requiredVerdict(wasRequired: boolean, isRequired: boolean): Verdict | undefined {
  if (wasRequired === isRequired) return undefined;
  if (isRequired) return breaks("parameter-required", "The parameter is required now: calls without it return 400.");
  return adds("parameter-optional", "The parameter is optional now.");
}

function styleVerdict(old: object, now: object): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const text = `It is serialized as ${quote(now)} now, was ${quote(old)}: requests in the old form return 400.`;
  return breaks("parameter-written-otherwise", text);
}

/** How the value is serialized, with the defaults of OpenAPI 3.1 (4.8.12.2). */
function styleOf(parameter: Parameter): object {
  const { in: place, style = place === "query" || place === "cookie" ? "form" : "simple", explode = style === "form" } = parameter;
  const { allowReserved, allowEmptyValue, content } = parameter as { allowReserved?: boolean; allowEmptyValue?: boolean; content?: object };
  return {
    style,
    explode,
    ...(allowReserved && { allowReserved }),
    ...(allowEmptyValue && { allowEmptyValue }),
    ...(content === undefined ? {} : { as: Object.keys(content) }),
  };
}

/** The schema of a parameter or header, which may be that of a media type. */
export function schemaOf(node: Json | undefined): Json | undefined {
  const [mediaType] = mapOf(memberOf(node, "content")).values();
  return memberOf(node, "schema") ?? memberOf(mediaType, "schema");
}
