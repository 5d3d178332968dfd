import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, breaks, type Finding, isSame, quote, reads, type Verdict } from "./finding.ts";
import type { Where } from "./places.ts";
import { findKeyword } from "./walk.ts";

/** The examples of one subject by name, each with its values by where they stand; and all places where examples stand. */
interface Examples {
  readonly where: Where;
  readonly named: Map<string, Map<string, Json>>;
  readonly places: Set<string>;
}

/**
 * Examples have names that programs know: `Prefer` asks the mock for one by its name. Their data may change, but a name that
 * is gone is missed.
 */
export function compareExamples({ before, after }: Aligned, placed: (steps: readonly string[]) => Where): Finding[] {
  const old = collect(before, placed);
  const now = collect(after, placed);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((subject) => {
    const where = now.get(subject)?.where ?? old.get(subject)?.where;
    // Those of a part that nothing uses came or went with it.
    if (where === undefined || where.operations.length === 0) return [];
    const none: Examples = { where, named: new Map(), places: new Set() };
    return compareNamed(old.get(subject) ?? none, now.get(subject) ?? none).map((verdict) => ({ ...verdict, ...where }));
  });
}

/** All examples by what they belong to. The same name on request and answer is one example. */
function collect(document: object, placed: (steps: readonly string[]) => Where): Map<string, Examples> {
  const subjects = new Map<string, Examples>();
  for (const { steps, value } of findKeyword(document, ["examples"])) {
    const where = { ...placed(steps.slice(0, -1)), directions: [], place: "" };
    const examples = subjects.get(where.subject) ?? { where, named: new Map<string, Map<string, Json>>(), places: new Set<string>() };
    const place = JSON.stringify(steps);
    examples.places.add(place);
    for (const [name, example] of isObject(value) ? Object.entries(value) : []) {
      examples.named.set(name, (examples.named.get(name) ?? new Map<string, Json>()).set(place, example));
    }
    subjects.set(where.subject, examples);
  }
  return subjects;
}

function compareNamed(old: Examples, now: Examples): Verdict[] {
  const gone = [...old.named.keys()].filter((name) => !now.named.has(name));
  const come = [...now.named.keys()].filter((name) => !old.named.has(name));
  const renamed = new Map(
    gone.flatMap((name) => {
      const same = come.find((other) => sharesValue(old.named.get(name), now.named.get(other)));
      return same === undefined ? [] : [[name, same] as const];
    }),
  );
  // What came or went with a parameter or an answer is told with that.
  const shared = [...now.places].filter((place) => old.places.has(place));
  const changed = [...now.named].filter(
    ([name, values]) => old.named.has(name) && shared.some((place) => !isSame(old.named.get(name)?.get(place), values.get(place))),
  );
  return [
    ...gone.map((name) => goneVerdict(name, renamed.get(name))),
    ...come
      .filter((name) => ![...renamed.values()].includes(name))
      .map((name) => adds("example-added", `The example ${quote(name)} is new.`)),
    ...changed.map(([name]) => reads("example-changed", `The data of the example ${quote(name)} is different.`)),
  ];
}

function goneVerdict(name: string, now: string | undefined): Verdict {
  const text = "whoever asks the mock for it by `Prefer` no longer gets it";
  if (now === undefined) return breaks("example-removed", `The example ${quote(name)} is gone: ${text}.`);
  return breaks("example-renamed", `The example ${quote(name)} is called ${quote(now)} now: ${text}.`);
}

function sharesValue(one: ReadonlyMap<string, Json> | undefined, other: ReadonlyMap<string, Json> | undefined): boolean {
  return [...(one ?? [])].some(([place, value]) => isSame(value, other?.get(place)));
}
