import type { Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import { adds, breaks, type Finding, isSame, quote, reads, type Verdict } from "./finding.ts";
import type { Where } from "./places.ts";
import { findKeyword } from "./walk.ts";

/** The examples of one subject by name, each with its values by where they stand. */
type Named = Map<string, Map<string, Json>>;

/** All examples by what they belong to. The same name on request and answer is one example. */
type BySubject = Map<string, { readonly where: Where; readonly named: Named }>;

/**
 * Examples have names that programs know: `Prefer` asks the mock for one by its name. Their data may change, but a name that
 * is gone is missed.
 */
export function compareExamples({ before, after }: Aligned, placed: (steps: readonly string[]) => Where): Finding[] {
  const old = collect(before, placed);
  const now = collect(after, placed);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((subject) => {
    const where = now.get(subject)?.where ?? old.get(subject)?.where;
    const verdicts = compareNamed(old.get(subject)?.named ?? new Map(), now.get(subject)?.named ?? new Map());
    // Those of a part that nothing uses came or went with it.
    return where === undefined || where.operations.length === 0 ? [] : verdicts.map((verdict) => ({ ...verdict, ...where }));
  });
}

function collect(document: object, placed: (steps: readonly string[]) => Where): BySubject {
  const subjects: BySubject = new Map();
  for (const { steps, value } of findKeyword(document, ["examples"])) {
    const where = { ...placed(steps.slice(0, -1)), directions: [], place: "" };
    const { named } = subjects.get(where.subject) ?? { named: new Map() };
    for (const [name, example] of isObject(value) ? Object.entries(value) : []) {
      named.set(name, (named.get(name) ?? new Map()).set(JSON.stringify(steps), example));
    }
    subjects.set(where.subject, { where, named });
  }
  return subjects;
}

function compareNamed(old: Named, now: Named): Verdict[] {
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const come = [...now.keys()].filter((name) => !old.has(name));
  const renamed = new Map(
    gone.flatMap((name) => {
      const same = come.find((other) => sharesValue(old.get(name), now.get(other)));
      return same === undefined ? [] : [[name, same] as const];
    }),
  );
  const changed = [...now].filter(([name, values]) => old.has(name) && !isSame([...(old.get(name) ?? [])], [...values]));
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
