import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Document, Json } from "../bundle/document.ts";
import { redocly } from "../lint/redocly.ts";

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
 * What the engine tells of two documents.
 * @throws Error when the engine does not finish
 */
export async function engineChanges(before: Document, after: Document): Promise<EngineChange[]> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-diff-"));
  try {
    const files = [join(folder, "before.json"), join(folder, "after.json")] as const;
    await Promise.all([writeFile(files[0], JSON.stringify(before)), writeFile(files[1], JSON.stringify(after))]);
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
