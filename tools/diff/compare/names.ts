import type { OperationSource } from "../../pipeline/model/sources.ts";
import { type Aligned, addressOf, type Pair } from "../documents/align.ts";
import { kindOf, nameOf, type Part } from "../documents/names.ts";
import { quote } from "../json.ts";
import { adds, at, breaks, type Difference, type Steps, type Verdict } from "./finding.ts";

/** Operations and shared parts that were added, removed or renamed. */
export function compareNames({ pairs, removed, added, names }: Aligned): Difference[] {
  return [
    ...removed.flatMap((one) =>
      at(
        ["operation", one.id],
        breaks(
          "operation-removed",
          `The operation was removed: ${quote(wireOf(one))} returns 404, and code that calls it does not compile.`,
        ),
      ),
    ),
    ...pairs.flatMap((pair) => at(["operation", pair.after.id], ...operationVerdicts(pair))),
    ...added.flatMap((one) =>
      at(["operation", one.id], adds("operation-added", `The operation is new: ${quote(one.operation.summary ?? wireOf(one))}.`)),
    ),
    ...names.removed.flatMap((part) =>
      at(stepsOf(part), breaks(ruleOf(part, "removed"), `${typeOf(part)} was removed: code that imports it does not compile.`)),
    ),
    ...[...names.renamed].flatMap(([old, now]) =>
      at(
        stepsOf(now),
        breaks(
          ruleOf(old, "renamed"),
          `${typeOf(old)} was renamed to ${quote(nameOf(now))}: code that imports the old name does not compile.`,
        ),
      ),
    ),
    ...names.added.flatMap((part) => at(stepsOf(part), adds(ruleOf(part, "added"), `${typeOf(part)} is new.`))),
  ];
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

/** A schema is a type of its own; any other part is a member of the type `components`. */
function typeOf(part: Part): string {
  return `The type ${quote(kindOf(part) === "schemas" ? nameOf(part) : `components["${kindOf(part)}"]["${nameOf(part)}"]`)}`;
}

function ruleOf(part: Part, change: string): string {
  return `${kindOf(part) === "schemas" ? "type" : "part"}-${change}`;
}
