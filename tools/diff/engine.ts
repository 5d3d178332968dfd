import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Document, Json } from "../bundle/document.ts";
import { redocly } from "../lint/redocly.ts";
import { isObject } from "../model/extensions.ts";
import type { Aligned } from "./align.ts";
import { referenceOf } from "./names.ts";
import { without } from "./walk.ts";

/** One difference that `redocly diff` reports. */
export interface EngineChange {
  /** A JSON pointer along which references are followed. */
  readonly path: string;
  /** Redocly's name of what is different, for example `Schema` (`redocly inspect-node-types` lists them). */
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  /** Of something modified: which of its members; `key` when it has another name. */
  readonly property?: string;
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  readonly base?: { readonly value?: Json };
  readonly revision?: { readonly value?: Json };
}

const configuration = fileURLToPath(new URL("engine.yaml", import.meta.url));

/**
 * The structural differences of two aligned documents. What the engine does not see, or sees in part only, is taken out first:
 * names, examples and extensions are compared by our own rules.
 * @throws Error when the engine does not finish
 */
export async function engineChanges({ before, after }: Pick<Aligned, "before" | "after">): Promise<EngineChange[]> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-diff-"));
  try {
    const files = [join(folder, "before.json"), join(folder, "after.json")] as const;
    await Promise.all([writeFile(files[0], JSON.stringify(structureOf(before))), writeFile(files[1], JSON.stringify(structureOf(after)))]);
    const { stdout, stderr } = await redocly(["diff", ...files, "--format", "json", "--config", configuration, "--fail-on", "none"]);
    const changes = readChanges(stdout);
    if (changes === undefined) throw new Error(`The documents could not be compared.\n${stderr.trim()}`);
    return changes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readChanges(stdout: string): EngineChange[] | undefined {
  try {
    return (JSON.parse(stdout) as { changes: EngineChange[] }).changes;
  } catch {
    return undefined;
  }
}

/** A document without what our own rules compare. Tags and texts about the whole are theirs, too. */
function structureOf(document: Document): Json {
  const { tags: _tags, info, servers: _servers, ...rest } = document;
  const bare = { ...rest, info: { title: info.title, version: "1.0.0" } } as unknown as Json;
  return without(bare, (keyword) => keyword === "examples" || keyword === "example" || keyword.startsWith("x-"));
}

/**
 * The steps to where a change was written: in the operation, or in the part that both documents refer to. Something added or
 * removed belongs to what it was added to, also when it is a reference.
 */
export function locate({ path, kind }: EngineChange, { before, after }: Pick<Aligned, "before" | "after">): string[] {
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
    if (index === keys.length - 1 && kind !== "modified") break;
    const references = nodes.map(referenceOf);
    if (references[chosen] === undefined) continue;
    if (references[0] === references[1]) steps = pointerSteps(references[chosen]);
    nodes = nodes.map((node, number) =>
      references[number] === undefined ? node : nodeAt(number === 0 ? before : after, references[number]),
    );
  }
  return steps;
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
