import type { Document, Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import type { EngineChange } from "./engine.ts";
import { referenceOf } from "./names.ts";

/**
 * The steps to where a change was written: in the operation, or in the part that both documents refer to. Something added or
 * removed belongs to what it was added to, also when it is a reference.
 */
export function locate({ path, kind, property = "" }: EngineChange, { before, after }: Pick<Aligned, "before" | "after">): string[] {
  const keys = path
    .replace(/^#\/?/, "")
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  let nodes: (Json | undefined)[] = [before, after] as unknown as Json[];
  const chosen = kind === "removed" ? 0 : 1;
  let steps: string[] = [];
  for (const [index, key] of keys.entries()) {
    if (key === "") continue;
    const parent = nodes[chosen];
    nodes = nodes.map((node) => childOf(node, key, parent));
    steps.push(stepOf(nodes[chosen], key, Array.isArray(parent)));
    const isLast = index === keys.length - 1;
    // A text beside a reference is the place's own, and not of what is referred to.
    if (isLast && (kind !== "modified" || nodes.some((node) => isObject(node) && property in node))) break;
    const references = nodes.map((node) => targetOf(node, keys[index - 1]));
    if (references[chosen] === undefined) continue;
    if (references[0] === references[1]) steps = pointerSteps(references[chosen]);
    nodes = nodes.map((node, number) =>
      references[number] === undefined ? node : nodeAt(number === 0 ? before : after, references[number]),
    );
  }
  return steps;
}

/** What a node refers to; a discriminator refers by a text alone. */
function targetOf(node: Json | undefined, parent: string | undefined): string | undefined {
  if (parent === "mapping" && typeof node === "string" && node.startsWith("#/")) return node;
  return referenceOf(node);
}

function childOf(node: Json | undefined, key: string, parent: Json | undefined): Json | undefined {
  if (Array.isArray(node)) {
    // A parameter is the same one wherever it stands in the list.
    const own = Array.isArray(parent) ? (parent[Number(key)] as Json | undefined) : undefined;
    const name = stepOf(own, key, true);
    return node.find((item: Json, index) => stepOf(item, String(index), true) === name) as Json | undefined;
  }
  return isObject(node) ? node[key] : undefined;
}

function stepOf(node: Json | undefined, key: string, inList: boolean): string {
  if (!inList || !isObject(node)) return key;
  const { name, in: place } = node;
  return typeof name === "string" && typeof place === "string" ? `${place} ${name}` : key;
}

function pointerSteps(reference: string): string[] {
  return reference.slice(2).split("/");
}

function nodeAt(document: Document, reference: string): Json | undefined {
  return pointerSteps(reference).reduce<Json | undefined>(
    (node, step) => (isObject(node) ? node[step] : undefined),
    document as unknown as Json,
  );
}
