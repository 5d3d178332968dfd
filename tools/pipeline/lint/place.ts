import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import { escapePointer, pointerKeys, referenceKeys } from "../../openapi/pointer.ts";
import type { Problem } from "../../problems.ts";

/** Something in a YAML file: the value, and the key before it where there is one. */
interface Spot {
  readonly file: string;
  readonly steps: readonly string[];
  readonly node: Node | null;
  readonly key: Node | null;
  readonly lines: LineCounter;
}

/**
 * The problem with the place in the sources that its pointer leads to, file, line and column. It follows references from file to
 * file, so that a pointer into the bundle is found as well; a component of the bundle is the file of its kind and name. What leads
 * nowhere stays as it is.
 * @param root the file that the pointer starts from
 */
export function placed(problem: Problem, root: string): Problem {
  if (problem.place !== undefined) return problem;
  const steps = pointerKeys(problem.pointer).filter((step) => step !== "");
  try {
    return { ...problem, ...describe(walk(startOf(root, steps), steps)) };
  } catch {
    // A file that is no YAML, or a way that ends before the pointer does: the problem is told all the same.
    return problem;
  }
}

/** Where to begin: the root, or the file of a component, whose steps are then taken. */
function startOf(root: string, steps: string[]): Spot {
  const [first, kind = "", name = ""] = steps;
  const file = first === "components" ? globSync(`**/${kind}/${name}.yaml`, { cwd: dirname(root) })[0] : undefined;
  if (file === undefined) return spotOf(root);
  steps.splice(0, 3);
  return spotOf(join(dirname(root), file));
}

function walk(start: Spot, steps: readonly string[]): Spot {
  let spot = follow(start);
  for (const step of steps) spot = follow(stepInto(spot, step));
  return spot;
}

function stepInto(spot: Spot, step: string): Spot {
  const steps = [...spot.steps, step];
  if (isMap(spot.node)) {
    const { key, value } = pairOf(spot.node, step);
    return { ...spot, steps, node: value, key };
  }
  const item = isSeq(spot.node) ? spot.node.items[Number(step)] : undefined;
  if (item === undefined) throw new Error(`Nothing is at ${steps.join("/")}.`);
  return { ...spot, steps, node: item as Node, key: null };
}

function pairOf(node: YAMLMap, key: string): Pair<Node, Node | null> {
  const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === key);
  if (pair === undefined) throw new Error(`There is no ${key}.`);
  return pair as Pair<Node, Node | null>;
}

/** Where a reference leads; anything else stays. */
function follow(spot: Spot): Spot {
  const { node, file } = spot;
  if (!isMap(node) || !node.has("$ref")) return spot;
  const [path = "", pointer = ""] = String(node.get("$ref")).split("#");
  const target = path === "" ? file : relative(".", resolve(dirname(file), path));
  return walk(spotOf(target), referenceKeys(pointer));
}

function spotOf(file: string): Spot {
  const lines = new LineCounter();
  return { file, steps: [], node: parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }).contents, key: null, lines };
}

function describe({ file, steps, node, key, lines }: Spot): Partial<Problem> {
  const { line, col } = lines.linePos((key ?? node)?.range?.[0] ?? 0);
  return { file, pointer: `#/${steps.map(escapePointer).join("/")}`, place: { line, column: col } };
}
