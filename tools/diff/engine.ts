import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Document, Json } from "../bundle/document.ts";
import { redocly } from "../lint/redocly.ts";
import type { Aligned } from "./align.ts";
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
