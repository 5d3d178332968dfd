import type { Document, Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import type { EngineChange } from "./engine.ts";
import { referenceOf } from "./names.ts";

/**
 * The steps to where a change was written: in the operation, or in the part that both documents refer to. Something added or
 * removed belongs to what it was added to, also when it is a reference.
 */
export function locate({ path, kind, property = "" }: EngineChange, before: Document, after: Document): string[] {
  const keys = stepsOf(path);
  const chosen = kind === "removed" ? 0 : 1;
  let nodes = [before, after] as unknown as (Json | undefined)[];
  let steps: string[] = [];
  for (const [index, key] of keys.entries()) {
    nodes = nodes.map((node) => childOf(node, key));
    steps.push(key);
    // A member beside a reference is the place's own, and not of what is referred to.
    const isLast = index === keys.length - 1;
    if (isLast && (kind !== "modified" || nodes.some((node) => isObject(node) && property in node))) break;
    const references = nodes.map((node) => targetOf(node, keys[index - 1]));
    if (references[chosen] === undefined) continue;
    if (references[0] === references[1]) steps = stepsOf(references[chosen]);
    nodes = nodes.map((node, side) => (references[side] === undefined ? node : nodeAt(side === 0 ? before : after, references[side])));
  }
  return steps;
}

/** What a node refers to; a discriminator refers by a text alone. */
function targetOf(node: Json | undefined, parent: string | undefined): string | undefined {
  if (parent === "mapping" && typeof node === "string" && node.startsWith("#/")) return node;
  return referenceOf(node);
}

function childOf(node: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(node)) return node[Number(key)] as Json | undefined;
  return isObject(node) ? node[key] : undefined;
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.replace(/^#\/?/, "").split("/");
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function nodeAt(document: Document, reference: string): Json | undefined {
  return stepsOf(reference).reduce(childOf, document as unknown as Json);
}
