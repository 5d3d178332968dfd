import { isSame, pairNames } from "../json.ts";
import { at, type Difference, type Steps, type Verdict } from "./finding.ts";

interface Rules<Value> {
  readonly steps: (name: string) => Steps;
  readonly added: (value: Value, name: string) => Verdict | undefined;
  readonly removed: (value: Value, name: string) => Verdict | undefined;
  readonly changed: (old: Value, now: Value, steps: Steps) => Difference[];
}

export function compareNamed<Value>(
  old: ReadonlyMap<string, Value>,
  now: ReadonlyMap<string, Value>,
  { steps, added, removed, changed }: Rules<Value>,
): Difference[] {
  return pairNames(old, now).flatMap(({ name, old: one, now: other }) => {
    const place = steps(name);
    if (one === undefined) return other === undefined ? [] : at(place, added(other, name));
    if (other === undefined) return at(place, removed(one, name));
    return isSame(one, other) ? [] : changed(one, other, place);
  });
}
