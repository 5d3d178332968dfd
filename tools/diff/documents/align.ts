import type { Document, Operation, Parameter, PathItem, Reference } from "../../openapi/document.ts";
import { Resolver } from "../../openapi/resolve.ts";
import { listOperations, type OperationSource } from "../../pipeline/model/sources.ts";
import { adds, breaks, type Finding, quote, type Verdict } from "../compare/finding.ts";
import { compareNames, type Part, renameParts } from "./names.ts";

/** An operation that both documents have, before and after. */
export interface Pair {
  readonly before: OperationSource;
  readonly after: OperationSource;
}

/** Two documents in which what belongs together has one name: the old one speaks in the names of the new one. */
export interface Aligned {
  readonly before: Document;
  readonly after: Document;
  /** Both with all their operations, also those that only one of them has. */
  readonly whole: readonly [before: Document, after: Document];
  readonly pairs: readonly Pair[];
  /** What the names themselves tell: operations and parts that came, went or are called otherwise. */
  readonly findings: readonly Finding[];
  readonly parts: readonly { readonly part: Part; readonly verdict: Verdict }[];
}

/**
 * Decides which operation is which: the one of the same method and path, whatever its parameters are called; failing that, the
 * one of the same operationId. Only operations of both documents stay, so that whoever compares them guesses nothing.
 */
export function align(base: Document, revision: Document): Aligned {
  const names = compareNames(base, revision);
  const before = renameParts(base, names.renamed);
  const old = listOperations(before, new Resolver(before));
  const now = listOperations(revision, new Resolver(revision));
  const pairs = pairUp(old, now);
  const removed = old.filter((one) => !pairs.some((pair) => pair.before === one));
  const added = now.filter((one) => !pairs.some((pair) => pair.after === one));
  const findings = [
    ...removed.map((one) => about(one.id, removedVerdict(one))),
    ...pairs.flatMap((pair) => nameVerdicts(pair).map((verdict) => about(pair.after.id, verdict))),
    ...added.map((one) => about(one.id, adds("operation-added", `The operation is new: ${quote(summaryOf(one))}.`))),
  ];
  const sides = pairs.map(({ before: one, after }) => ({ one: renamedParameters(one, after.path), after }));
  return {
    before: {
      ...before,
      paths: pathsOf(sides.map(({ one, after }) => ({ ...after, item: one.item, operation: { ...one.operation, operationId: after.id } }))),
    },
    after: { ...revision, paths: pathsOf(sides.map(({ after }) => after)) },
    whole: [before, revision],
    pairs,
    findings,
    parts: names.changes,
  };
}

function pairUp(old: readonly OperationSource[], now: readonly OperationSource[]): Pair[] {
  const byPlace = new Map(old.map((one) => [placeOf(one), one]));
  const byId = new Map(old.map((one) => [one.id, one]));
  const samePlace = new Map(now.flatMap((after) => (byPlace.has(placeOf(after)) ? [[after, byPlace.get(placeOf(after))] as const] : [])));
  const taken = new Set(samePlace.values());
  return now.flatMap((after) => {
    const sameId = byId.get(after.id);
    const before = samePlace.get(after) ?? (sameId === undefined || taken.has(sameId) ? undefined : sameId);
    return before === undefined ? [] : [{ before, after }];
  });
}

function placeOf({ method, path }: OperationSource): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}

/** An operation whose parameters in the path have the names of another path. */
function renamedParameters(source: OperationSource, path: string): OperationSource {
  const old = source.path.match(/\{[^}]*\}/g) ?? [];
  const now = path.match(/\{[^}]*\}/g) ?? [];
  if (old.length !== now.length) return source;
  const names = new Map(old.map((name, index) => [name.slice(1, -1), now[index]?.slice(1, -1) ?? ""]));
  const parameters = parametersOf(source).map((parameter) =>
    "in" in parameter && parameter.in === "path" ? { ...parameter, name: names.get(parameter.name) ?? parameter.name } : parameter,
  );
  return { ...source, item: {}, operation: { ...source.operation, parameters } };
}

/** Those of the path are the operation's, too, unless it has one of the same place and name. */
function parametersOf({ item, operation }: OperationSource): NonNullable<Operation["parameters"]> {
  const own = operation.parameters ?? [];
  const isSame = (one: Parameter | Reference, other: Parameter | Reference): boolean =>
    "name" in one && "name" in other && one.name === other.name && one.in === other.in;
  return [...(item.parameters ?? []).filter((parameter) => !own.some((other) => isSame(parameter, other))), ...own];
}

function pathsOf(sources: readonly OperationSource[]): Record<string, PathItem> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const source of sources) {
    paths[source.path] = { ...paths[source.path], [source.method]: { ...source.operation, parameters: parametersOf(source) } };
  }
  return paths;
}

function about(subject: string, verdict: Verdict): Finding {
  return { ...verdict, subject, operations: [subject], directions: [], place: "" };
}

function removedVerdict(source: OperationSource): Verdict {
  return breaks(
    "operation-removed",
    `The operation is gone: ${quote(wireOf(source))} is answered 404, and code that calls it no longer compiles.`,
  );
}

function nameVerdicts({ before, after }: Pair): Verdict[] {
  const [oldArea, area] = [before, after].map(({ operation }) => operation.tags?.[0] ?? "");
  const verdicts: Verdict[] = [];
  if (before.id !== after.id) {
    const text = `The operation ${quote(before.id)} is called ${quote(after.id)} now: calls and types by the old name no longer compile.`;
    verdicts.push(breaks("operation-renamed", text));
  }
  if (oldArea !== area) {
    verdicts.push(
      breaks(
        "area-changed",
        `The operation moved from the area ${quote(oldArea)} to ${quote(area)}: ${quote(`client.${oldArea}`)} no longer has it.`,
      ),
    );
  }
  if (placeOf(before) !== placeOf(after)) {
    verdicts.push(
      breaks("operation-moved", `${quote(wireOf(before))} is ${quote(wireOf(after))} now: requests to the old address are answered 404.`),
    );
  } else if (before.path !== after.path) {
    const text = `The path is written ${quote(after.path)} now: types that are looked up by ${quote(before.path)} no longer compile; requests stay the same.`;
    verdicts.push(breaks("path-written-otherwise", text));
  }
  return verdicts;
}

function wireOf({ method, path }: OperationSource): string {
  return `${method.toUpperCase()} ${path}`;
}

function summaryOf({ operation, ...source }: OperationSource): string {
  return operation.summary ?? wireOf({ operation, ...source });
}
