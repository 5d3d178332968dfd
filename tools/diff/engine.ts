import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../bundle/document.ts";
import { redocly } from "../lint/redocly.ts";
import { isObject } from "../model/extensions.ts";
import type { Change } from "./change.ts";
import type { Direction } from "./finding.ts";
import { engineKeywords } from "./values.ts";

/** What `redocly diff` says of one changed keyword. */
export interface EngineVerdict {
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
}

interface EngineChange extends EngineVerdict {
  readonly path: string;
  readonly property?: string;
}

/** Keywords of which the engine alone says what it means when they come or go: it knows which way is the narrower one. */
export const engineConstraints: ReadonlySet<string> = new Set(
  "uniqueItems contains propertyNames dependentRequired not unevaluatedProperties".split(" "),
);

const configuration = fileURLToPath(new URL("engine.yaml", import.meta.url));

/**
 * Asks the engine for its verdict on changed keywords. It takes the items of a list and the members of a map for the same by how
 * much they look alike, and compares a pair of schemas once, wherever else it stands. So each schema comes as a path of its own,
 * in its direction, with its keywords alone: there is nothing left to guess.
 * @returns the verdict on a change, where the engine has one
 * @throws Error when the engine does not finish
 */
export async function engineVerdicts(changes: readonly Change[]): Promise<(change: Change) => EngineVerdict | undefined> {
  const asked = changes.filter(({ of, member = "" }) => of === "schema" && (engineKeywords.has(member) || engineConstraints.has(member)));
  const schemas = new Map<string, Change[]>();
  for (const change of asked) schemas.set(keyOf(change), [...(schemas.get(keyOf(change)) ?? []), change]);
  if (schemas.size === 0) return () => undefined;
  const documents = (["old", "now"] as const).map((side) => documentOf([...schemas.values()].map((own) => sideOf(side, own))));
  const found = new Map((await compare(documents)).map((verdict) => [`${verdict.path} ${verdict.property}`, verdict]));
  const numbers = new Map([...schemas.keys()].map((key, index) => [key, index]));
  return (change) => {
    const path = pathOf(numbers.get(keyOf(change)), change.direction);
    // What is a schema of its own came or went as that.
    return found.get(`${path} ${change.member}`) ?? found.get(`${path}/${change.member} undefined`);
  };
}

function keyOf({ steps, direction }: Change): string {
  return JSON.stringify([direction, ...steps]);
}

interface Side {
  readonly direction: Direction;
  readonly schema: Readonly<Record<string, Json>>;
}

function sideOf(side: "old" | "now", changes: readonly Change[]): Side {
  const keywords = changes.flatMap(({ member = "", [side]: value }) =>
    value === undefined ? [] : [[member, bare(member, value)] as const],
  );
  return { direction: changes[0]?.direction ?? "answer", schema: Object.fromEntries(keywords) };
}

/** That a schema is there is enough: what is in it may lead out of what is compared. */
function bare(member: string, value: Json): Json {
  return engineConstraints.has(member) && member !== "dependentRequired" && isObject(value) ? {} : value;
}

function documentOf(sides: readonly Side[]): object {
  const paths = sides.map(({ direction, schema }, index) => {
    const content = { "application/json": { schema } };
    const operation =
      direction === "request" ? { requestBody: { content }, responses: {} } : { responses: { "200": { description: "", content } } };
    return [`/${index}`, { post: operation }];
  });
  return { openapi: "3.1.0", info: { title: "Changed schemas", version: "1.0.0" }, paths: Object.fromEntries(paths) };
}

function pathOf(index: number | undefined, direction: Direction): string {
  const body = direction === "request" ? "requestBody" : "responses/200";
  return `#/paths/~1${index}/post/${body}/content/application~1json/schema`;
}

async function compare(documents: readonly object[]): Promise<EngineChange[]> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-diff-"));
  try {
    const files = ["before.json", "after.json"].map((name) => join(folder, name));
    await Promise.all(documents.map((document, index) => writeFile(files[index] ?? "", JSON.stringify(document))));
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
