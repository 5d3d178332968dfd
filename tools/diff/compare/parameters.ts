import type { Document, Operation, Parameter, Reference } from "../../openapi/document.ts";
import { Resolver } from "../../openapi/resolve.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, breaks, type Finding, isSame, quote, type Verdict } from "./finding.ts";
import { at, type Where } from "./places.ts";
import { judgeDeprecated } from "./schemas/values.ts";

type Steps = readonly string[];

/** A parameter before and after, and where it is written. */
interface Compared {
  readonly steps: Steps;
  readonly old: Parameter | undefined;
  readonly now: Parameter | undefined;
}

/** Which parameters operations take, and how those are written. Their schemas are compared with all others. */
export function compareParameters(aligned: Aligned, placed: (steps: Steps) => Where): Finding[] {
  const compared = [...aligned.pairs.flatMap(({ after: { path, method } }) => ofOperation(aligned, path, method)), ...ofParts(aligned)];
  return compared.flatMap(({ steps, old, now }) => judge(old, now).map((verdict) => at(placed(steps), verdict)));
}

/** A parameter is the same one wherever it stands in the list. What both sides refer to is compared as a part. */
function ofOperation({ before, after }: Aligned, path: string, method: string): Compared[] {
  const [old, now] = [before, after].map((document) => byName(document, document.paths?.[path]?.[method] as Operation));
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((name) => {
    const [one, other] = [old?.get(name), now?.get(name)];
    if (one?.reference !== undefined && one.reference === other?.reference) return [];
    return [{ steps: ["paths", path, method, "parameters", name], old: one?.parameter, now: other?.parameter }];
  });
}

/** The parameters of an operation by their names, each with the reference that it is written as. */
export function byName(
  document: Document,
  { parameters = [] }: Operation,
): Map<string, { parameter: Parameter; reference: string | undefined }> {
  const resolver = new Resolver(document);
  return new Map(
    parameters.map((written) => {
      const parameter = resolver.resolve<Parameter>(written);
      return [nameOf(parameter), { parameter, reference: (written as Partial<Reference>).$ref }];
    }),
  );
}

/** How steps name a parameter, for example `query limit`. */
function nameOf({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

function ofParts({ before, after }: Aligned): Compared[] {
  const [old, now] = [before, after].map(({ components = {} }) => (components["parameters"] ?? {}) as Record<string, Parameter>);
  return Object.entries(now ?? {}).flatMap(([name, parameter]) => {
    const one = old?.[name];
    return one === undefined ? [] : [{ steps: ["components", "parameters", name], old: one, now: parameter }];
  });
}

function judge(old: Parameter | undefined, now: Parameter | undefined): Verdict[] {
  if (now === undefined) return [breaks("parameter-removed", "The parameter is gone: code that passes it no longer compiles.")];
  if (old === undefined) {
    if (now.required) return [breaks("parameter-required", "The parameter is new and required: calls without it are refused with 400.")];
    return [adds("parameter-added", "The parameter is new and may be left out.")];
  }
  const verdicts: Verdict[] = [];
  if (old.name !== now.name || old.in !== now.in) {
    verdicts.push(breaks("parameter-removed", `The parameter ${quote(nameOf(old))} is ${quote(nameOf(now))} now.`));
  }
  if (now.required && !old.required)
    verdicts.push(breaks("parameter-required", "The parameter is now required: calls without it are refused with 400."));
  if (old.required && !now.required) verdicts.push(adds("parameter-optional", "The parameter may be left out now."));
  if (!isSame(written(old), written(now))) {
    const text = `It is written as ${quote(written(now))} now, not as ${quote(written(old))}: requests written the old way are refused with 400.`;
    verdicts.push(breaks("parameter-written-otherwise", text));
  }
  const [wasDeprecated, isDeprecated] = [old, now].map((parameter) => (parameter as { deprecated?: boolean }).deprecated === true);
  if (wasDeprecated !== isDeprecated) verdicts.push(judgeDeprecated(isDeprecated === true));
  return verdicts;
}

/** How the value travels, with what holds when nothing is said (OpenAPI 3.1, 4.8.12.2). */
function written(parameter: Parameter): object {
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
