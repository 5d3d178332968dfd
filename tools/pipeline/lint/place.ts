import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { escapePointer, pointerKeys, referenceKeys } from "@crm-platform/mock/contract";
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Problem } from "../../problems.ts";

/**
 * Adds file, line and column to a problem in a source or in the bundle, whose components are found by kind and name. Returns the problem
 * unchanged if its pointer does not resolve.
 */
export function withPlace(problem: Problem, root: string): Problem {
  if (problem.place !== undefined) return problem;
  const steps = pointerKeys(problem.pointer ?? "").filter((step) => step !== "");
  const [first, kind = "", name = ""] = steps;
  const component = first === "components" ? globSync(`**/${kind}/${name}.yaml`, { cwd: dirname(root) })[0] : undefined;
  try {
    const place = component === undefined ? placeAt(root, steps) : placeAt(join(dirname(root), component), steps.slice(3));
    return { ...problem, ...place };
  } catch {
    return problem;
  }
}

function placeAt(file: string, steps: readonly string[]): Pick<Problem, "file" | "pointer" | "place"> {
  const lines = new LineCounter();
  let node = parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }).contents as Node | null;
  let start = node;
  for (let depth = 0; ; depth += 1) {
    if (isMap(node) && node.has("$ref")) {
      const [path = "", pointer = ""] = String(node.get("$ref")).split("#");
      const target = path === "" ? file : relative(".", resolve(dirname(file), path));
      return placeAt(target, [...referenceKeys(pointer), ...steps.slice(depth)]);
    }
    const step = steps[depth];
    if (step === undefined) break;
    const child = childOf(node, step);
    node = child.value;
    start = child.key ?? node;
  }
  const { line, col } = lines.linePos(start?.range?.[0] ?? 0);
  return { file, pointer: `#/${steps.map(escapePointer).join("/")}`, place: { line, column: col } };
}

function childOf(node: Node | null, step: string): { readonly key?: Node; readonly value: Node | null } {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    if (pair !== undefined) return pair;
  }
  if (isSeq<Node>(node)) {
    const item = node.items[Number(step)];
    if (item !== undefined) return { value: item };
  }
  throw new Error(`No value exists at ${step}.`);
}
