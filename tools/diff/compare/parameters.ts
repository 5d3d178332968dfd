import type { Json, Operation, Parameter } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { describeChange, isSame, mapOf, memberOf, quote } from "../json.ts";
import { adds, at, breaks, type Difference, judgeRange, type Steps, type Verdict } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareSchemas, type Documents } from "./schemas/compareSchemas.ts";
import { compareTexts, deprecationVerdict, secretVerdict } from "./texts.ts";

export function compareParameters(old: Operation, now: Operation, steps: Steps, documents: Documents): Difference[] {
  return compareNamed(byName(old, documents.before), byName(now, documents.after), {
    steps: (name) => [...steps, name],
    removed: () => breaks("parameter-removed", "The parameter was removed. Code that passes it does not compile."),
    added: (parameter) =>
      memberOf(resolve(documents.after, parameter), "required") === true
        ? breaks("parameter-required", "The parameter was added and is required. Requests without it get a 400 response.")
        : adds("parameter-added", "The optional parameter was added."),
    changed: (one, other, place) => compareParameter(resolve(documents.before, one), resolve(documents.after, other), place, documents),
  });
}

/** A key consists of the place and the name, for example `query limit`. References to shared parameters are not resolved. */
function byName({ parameters = [] }: Operation, document: Documents["before"]): Map<string, Json> {
  const written = parameters as readonly unknown[] as readonly Json[];
  return new Map(written.map((one) => [nameOf(resolve(document, one)), one]));
}

function nameOf(parameter: Json | undefined): string {
  return `${memberOf(parameter, "in")} ${memberOf(parameter, "name")}`;
}

export function compareParameter(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  const [name, nameNow] = [nameOf(old), nameOf(now)];
  return [
    ...at(
      steps,
      name === nameNow ? undefined : breaks("parameter-removed", `The parameter ${quote(name)} became ${quote(nameNow)}.`),
      styleVerdict(styleOf(old as unknown as Parameter), styleOf(now as unknown as Parameter)),
    ),
    ...compareValue("parameter", old, now, steps, documents),
  ];
}

export function compareHeader(old: Json | undefined, now: Json | undefined, steps: Steps, documents: Documents): Difference[] {
  return compareValue("header", old, now, steps, documents);
}

function compareValue(
  kind: "parameter" | "header",
  old: Json | undefined,
  now: Json | undefined,
  steps: Steps,
  documents: Documents,
): Difference[] {
  const direction = kind === "parameter" ? "request" : "response";
  const [wasRequired, isRequired] = [old, now].map((node) => memberOf(node, "required") === true);
  const required = isRequired
    ? judgeRange(`${kind}-required`, `The ${kind} became required`, "narrower", direction)
    : judgeRange(`${kind}-optional`, `The ${kind} became optional`, "wider", direction);
  return [
    ...at(
      steps,
      wasRequired === isRequired ? undefined : required,
      deprecationVerdict(memberOf(old, "deprecated"), memberOf(now, "deprecated")),
      secretVerdict(memberOf(old, "x-sensitive"), memberOf(now, "x-sensitive")),
    ),
    ...compareTexts(old, now, steps),
    ...compareSchemas(schemaOf(old), schemaOf(now), { steps: [...steps, "schema"], direction }, documents),
  ];
}

function styleVerdict(old: object, now: object): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  return breaks(
    "parameter-written-otherwise",
    `${describeChange("serialization", old, now)}. Requests in the old form get a 400 response.`,
  );
}

/** Includes the defaults from OpenAPI 3.1 (4.8.12.2). */
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

function schemaOf(node: Json | undefined): Json | undefined {
  const [mediaType] = mapOf(memberOf(node, "content")).values();
  return memberOf(node, "schema") ?? memberOf(mediaType, "schema");
}
