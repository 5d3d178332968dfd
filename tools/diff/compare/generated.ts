import type { Document } from "../../openapi/document.ts";
import { parametersAreOptional, takesParameters } from "../../pipeline/emit/types/operations.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model, Operation } from "../../pipeline/model/model.ts";
import type { Pair } from "../documents/align.ts";
import { quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Verdict } from "./finding.ts";
import { compareNamed } from "./named.ts";

/**
 * Finds changes to the generated code that a comparison of the documents does not detect: changes to the arguments of a call, to the media
 * types that the client sends and reads, and to the exported enums.
 */
export function compareGenerated(base: Document, revision: Document, pairs: readonly Pair[]): Difference[] {
  const [old, now] = [modelOf(base), modelOf(revision)];
  // `generate` reports why a model cannot be built.
  if (old === undefined || now === undefined) return [];
  return [
    ...pairs.flatMap(({ before, after }) => {
      const [one, other] = [old.operations.find(({ id }) => id === before.id), now.operations.find(({ id }) => id === after.id)];
      return one === undefined || other === undefined ? [] : at(["operation", after.id], ...compareCalls(one, other));
    }),
    ...compareNamed(enumsOf(old), enumsOf(now), {
      steps: (name) => ["document", `constant ${name}`],
      added: () => adds("constant-added", "The constant was added."),
      removed: () => breaks("constant-removed", "The constant was removed. Code that reads it does not compile."),
      changed: () => [],
    }),
  ];
}

function modelOf(document: Document): Model | undefined {
  try {
    return buildModel(document);
  } catch {
    return undefined;
  }
}

function enumsOf({ enums }: Model): Map<string, boolean> {
  return new Map(enums.map(({ schema, property }) => [`enums.${schema}.${property}`, true]));
}

function compareCalls(old: Operation, now: Operation): Verdict[] {
  const verdicts: Verdict[] = [];
  // An added required parameter is already reported as a breaking change.
  if (!takesParameters(old) && takesParameters(now) && parametersAreOptional(now)) {
    const text = "The function now takes parameters before its options. Code that passes options does not compile.";
    verdicts.push(breaks("arguments-changed", text));
  }
  for (const [part, { rule, value }] of factsOf(now)) {
    const before = factsOf(old).get(part)?.value;
    if (before === undefined || before === value) continue;
    verdicts.push(breaks(rule, `${part} changed from ${quote(before)} to ${quote(value)}. Existing calls do not compile.`));
  }
  // A method disappears with its extension, or when its parameters are serialized differently.
  for (const [extension, method] of [["batch", "chunked()"] as const, ["pagination", "pages()"] as const]) {
    if (old[extension] === undefined || now[extension] !== undefined) continue;
    verdicts.push(breaks(`${extension}-changed`, `The call no longer has ${quote(method)}. Code that uses it does not compile.`));
  }
  return verdicts;
}

/** The arguments for the parts of a request, and the media types that the client uses. */
function factsOf({ body, queryParameters, headerParameters, results }: Operation): Map<string, { rule: string; value: string }> {
  const facts = new Map<string, { rule: string; value: string }>();
  const add = (rule: string, part: string, value: string | undefined): void => {
    if (value !== undefined) facts.set(part, { rule, value });
  };
  if (body !== undefined) {
    add("arguments-changed", "The argument of the body", body.placement === "member" ? "params.body" : "params");
    add("media-type-preferred", "The media type that the client sends", body.mediaType);
  }
  for (const { name } of queryParameters) add("arguments-changed", `The argument of query parameter ${quote(name)}`, `params.${name}`);
  for (const { name } of headerParameters) add("arguments-changed", `The argument of header ${quote(name)}`, `params.${name}`);
  for (const { status, mediaType } of results) add("media-type-preferred", `The media type read from response ${status}`, mediaType);
  return facts;
}
