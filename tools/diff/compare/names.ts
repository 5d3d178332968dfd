import type { OperationSource } from "../../pipeline/model/sources.ts";
import { type Aligned, addressOf, type Pair } from "../documents/align.ts";
import { kindOf, nameOf, type Part, partsOf } from "../documents/names.ts";
import { quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Steps, type Verdict } from "./finding.ts";

/** Operations that were added, removed, renamed or moved, and shared parts that were added or removed. */
export function compareNames({ before, after, pairs, removed, added }: Aligned): Difference[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  return [
    ...removed.flatMap((one) => at(["operation", one.id], removedVerdict(one))),
    ...pairs.flatMap((pair) => at(["operation", pair.after.id], ...operationVerdicts(pair))),
    ...added.flatMap((one) => at(["operation", one.id], addedVerdict(one))),
    ...old.filter((part) => !now.includes(part)).flatMap((part) => at(stepsOf(part), removedPartVerdict(part))),
    ...now.filter((part) => !old.includes(part)).flatMap((part) => at(stepsOf(part), addedPartVerdict(part))),
  ];
}

function removedVerdict(operation: OperationSource): Verdict {
  const text = `The operation was removed: ${quote(wireOf(operation))} returns 404, and code that calls it does not compile.`;
  return breaks("operation-removed", text);
}

function addedVerdict(source: OperationSource): Verdict {
  return adds("operation-added", `The operation is new: ${quote(source.operation.summary ?? wireOf(source))}.`);
}

function operationVerdicts({ before, after }: Pair): Verdict[] {
  const [oldArea, area] = [before, after].map(({ operation }) => operation.tags?.[0] ?? "");
  const verdicts: Verdict[] = [];
  if (before.id !== after.id) {
    const text = `The operation was renamed from ${quote(before.id)} to ${quote(after.id)}: code that uses the old name does not compile.`;
    verdicts.push(breaks("operation-renamed", text));
  }
  if (oldArea !== area) {
    const text = `The operation moved from the area ${quote(oldArea)} to ${quote(area)}: ${quote(`client.${oldArea}`)} no longer has it.`;
    verdicts.push(breaks("area-changed", text));
  }
  if (addressOf(before) !== addressOf(after)) {
    const text = `${quote(wireOf(before))} moved to ${quote(wireOf(after))}: requests to the old address return 404.`;
    verdicts.push(breaks("operation-moved", text));
  } else if (before.path !== after.path) {
    const text = `The path is spelled ${quote(after.path)} now: types looked up by ${quote(before.path)} do not compile. Requests stay the same.`;
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

function removedPartVerdict(part: Part): Verdict {
  return breaks(`${nounOf(part)}-removed`, `The type ${typeOf(part)} was removed: code that imports it does not compile.`);
}

function addedPartVerdict(part: Part): Verdict {
  return adds(`${nounOf(part)}-added`, `The type ${typeOf(part)} is new.`);
}

/** A schema is a type of its own; any other part is a member of the type `components`. */
function typeOf(part: Part): string {
  return quote(kindOf(part) === "schemas" ? nameOf(part) : `components["${kindOf(part)}"]["${nameOf(part)}"]`);
}

function nounOf(part: Part): string {
  return kindOf(part) === "schemas" ? "type" : "part";
}
