import type { OperationSource } from "../../pipeline/model/sources.ts";
import { type Aligned, addressOf, type Pair } from "../documents/align.ts";
import { kindOf, nameOf, type Part, partsOf } from "../documents/names.ts";
import { compareLists, quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Steps, type Verdict } from "./finding.ts";

export function compareNames({ before, after, pairs, removed, added }: Aligned): Difference[] {
  const parts = compareLists(partsOf(before), partsOf(after));
  return [
    ...removed.flatMap((one) => at(["operation", one.id], removedVerdict(one))),
    ...pairs.flatMap((pair) => at(["operation", pair.after.id], ...operationVerdicts(pair))),
    ...added.flatMap((one) => at(["operation", one.id], addedVerdict(one))),
    ...parts.removed.flatMap((part) => {
      const text = `The type ${typeOf(part)} was removed. Code that imports it does not compile.`;
      return at(stepsOf(part), breaks(`${nounOf(part)}-removed`, text));
    }),
    ...parts.added.flatMap((part) => at(stepsOf(part), adds(`${nounOf(part)}-added`, `The type ${typeOf(part)} was added.`))),
  ];
}

function removedVerdict(source: OperationSource): Verdict {
  const text = `The operation was removed. ${quote(wireOf(source))} returns 404, and code that calls the operation does not compile.`;
  return breaks("operation-removed", text);
}

function addedVerdict(source: OperationSource): Verdict {
  return adds("operation-added", `The operation was added: ${quote(source.operation.summary ?? wireOf(source))}.`);
}

function operationVerdicts({ before, after }: Pair): Verdict[] {
  const [oldArea, area] = [before, after].map(({ operation }) => operation.tags?.[0] ?? "");
  const verdicts: Verdict[] = [];
  if (before.id !== after.id) {
    const text = `The operation was renamed from ${quote(before.id)} to ${quote(after.id)}. Code that uses the old name does not compile.`;
    verdicts.push(breaks("operation-renamed", text));
  }
  if (oldArea !== area) {
    const text = `The operation moved from the area ${quote(oldArea)} to ${quote(area)}. ${quote(`client.${oldArea}`)} no longer has it.`;
    verdicts.push(breaks("area-changed", text));
  }
  if (addressOf(before) !== addressOf(after)) {
    const text = `${quote(wireOf(before))} moved to ${quote(wireOf(after))}. Requests to the old address get a 404 response.`;
    verdicts.push(breaks("operation-moved", text));
  } else if (before.path !== after.path) {
    const text = `The path template changed from ${quote(before.path)} to ${quote(after.path)}. Code that looks up types by the old template does not compile. Requests do not change.`;
    verdicts.push(breaks("path-written-otherwise", text));
  }
  return verdicts;
}

function wireOf({ method, path }: OperationSource): string {
  return `${method.toUpperCase()} ${path}`;
}

function stepsOf(part: Part): Steps {
  return ["components", kindOf(part), nameOf(part)];
}

function typeOf(part: Part): string {
  return quote(kindOf(part) === "schemas" ? nameOf(part) : `components["${kindOf(part)}"]["${nameOf(part)}"]`);
}

function nounOf(part: Part): string {
  return kindOf(part) === "schemas" ? "type" : "part";
}
