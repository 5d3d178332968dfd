import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { packageNames } from "../../packages.ts";
import { type Problem, ProblemsError } from "../../problems.ts";
import { type Finding, gravest } from "../compare/finding.ts";
import { documentSubject } from "../compare/places.ts";
import type { DocumentDiff } from "../verdict/contractDiff.ts";
import { demandedLevel, highest, isLess, type Level } from "../verdict/levels.ts";
import { markdownGroups } from "../verdict/report.ts";

/** A file of `.changeset/`: what it claims for which packages, and its text. */
export interface Changeset {
  readonly file: string;
  readonly claims: ReadonlyMap<string, Level>;
  readonly text: string;
}

const changesetFolder = ".changeset";

/**
 * The changesets that wait for the next release.
 * @param folder the repository
 * @throws ProblemsError that tells of each which cannot be used what is wrong with it
 */
export async function readChangesets(folder = "."): Promise<Changeset[]> {
  const names = await readdir(join(folder, changesetFolder)).catch(() => []);
  const files = names.filter((name) => name.endsWith(".md") && name !== "README.md").sort();
  const read = await Promise.all(
    files.map(async (name) => {
      const file = join(changesetFolder, name);
      return parseChangeset(file, await readFile(join(folder, file), "utf8"));
    }),
  );
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw new ProblemsError("changesets", problems);
  return read;
}

/** What may be claimed; `none` names a package and moves it no further. */
const claimed: readonly unknown[] = ["none", "patch", "minor", "major"];

/** Read by hand: `@changesets/parse` does not tell the line that is wrong. */
function parseChangeset(file: string, content: string): Changeset & { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const wrong = (line: number, message: string, column = 1): void => {
    problems.push({ file, pointer: "#/", place: { line, column }, message });
  };
  const claims = new Map<string, Level>();
  const parts = /^---\r?\n(.*?)\r?\n?---[^\S\n]*(?:\n(.*))?$/s.exec(content);
  if (parts === null) {
    wrong(1, 'A changeset starts with `---`, a line such as `"@crm-platform/types": patch` for each package, and `---`; then its text.');
    return { file, claims, text: "", problems };
  }
  const [, front = "", text = ""] = parts;
  const lines = new LineCounter();
  const document = parseDocument(front, { lineCounter: lines, prettyErrors: false });
  const at = (offset = 0): [number, number] => [lines.linePos(offset).line + 1, lines.linePos(offset).col];
  for (const error of document.errors) wrong(at(error.pos[0])[0], `This is not YAML: ${error.message}`);
  const items = isMap(document.contents) ? document.contents.items : [];
  if (items.length === 0 && problems.length === 0) wrong(2, `It names no package. Name one or more of ${packageNames.join(", ")}.`);
  for (const { key, value } of items) {
    const [line, column] = at(isScalar(key) ? key.range?.[0] : 0);
    const [name, level] = [key, value].map((node) => (isScalar(node) ? node.value : undefined));
    if (!packageNames.includes(String(name))) wrong(line, `There is no package "${name}". There are ${packageNames.join(", ")}.`, column);
    else if (!claimed.includes(level)) wrong(line, `"${level}" is no level. The levels are ${claimed.join(", ")}.`, column);
    else claims.set(String(name), level as Level);
  }
  const headings = text.split("\n").flatMap((line, index) => (/^ {0,3}#{1,3}([^\S\n]|$)/.test(line) ? [index] : []));
  const firstLine = content.split("\n").length - text.split("\n").length + 1;
  for (const index of headings) {
    wrong(firstLine + index, "A changelog has headings of its own for versions and levels. Take `####`, or bold text.");
  }
  if (text.trim() === "")
    wrong(content.trimEnd().split("\n").length, "It has no text. What users will notice stands below the second `---`.");
  return { file, claims, text: text.trim(), problems };
}

/** What stands above a list of findings. */
const titles = { platform: "The API has changed:", control: "The control API of the mock has changed:" };

/**
 * The changeset that a diff asks for, without what changesets of the tree already say, line by line; nothing when they say
 * everything at that level. It claims what it tells of, so that a text beside a break stays a text in the changelog; the level
 * of the whole diff only where no changeset claims that.
 * @param version what the diff is compared with
 */
export function proposeChangeset(
  diff: DocumentDiff,
  changesets: readonly Changeset[],
  version: string,
): { name: string; content: string } | undefined {
  const said = new Set(changesets.flatMap(({ text }) => text.split("\n").map((line) => line.trim())));
  const named = changesets.map(({ text }) => text).join("\n");
  const come = diff.findings.flatMap(({ rule, subject }) => (rule === "operation-added" ? [subject] : []));
  const saidOperations = come.filter((id) => named.includes(`\`${id}\``));
  const isNamed = ({ effect, subject, operations }: Finding): boolean =>
    effect === "adds" &&
    subject !== documentSubject &&
    come.length > 0 &&
    // What is new and in no older operation came with the new ones.
    (operations.length === 0 ? saidOperations.length === come.length : operations.every((id) => saidOperations.includes(id)));
  const unsaid = diff.findings.filter(
    (finding) =>
      !isNamed(finding) &&
      markdownGroups([finding])
        .slice(1)
        .some((line) => !said.has(line.trim())),
  );
  const claims = diff.packages.map((name) => highest(changesets.map((changeset) => changeset.claims.get(name) ?? "none")));
  const isShort = claims.some((claimed) => isLess(claimed, diff.level));
  if (diff.level === "none" || (unsaid.length === 0 && !isShort)) return undefined;
  const told = unsaid.length === 0 ? diff.findings : unsaid;
  const own = demandedLevel(told, version);
  const level = isShort ? highest([own, diff.level]) : own;
  const front = diff.packages.map((name) => `"${name}": ${level}\n`).join("");
  const content = `---\n${front}---\n\n${titles[diff.document]}\n\n${markdownGroups(told).join("\n")}\n`;
  return { name: nameFor(diff, told), content };
}

/** Writes a changeset under its name, or the next free one: what is there may be written by hand. */
export async function writeChangeset({ name, content }: { name: string; content: string }, folder = "."): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = join(changesetFolder, `${name}${number === 1 ? "" : `-${number}`}.md`);
    try {
      await writeFile(join(folder, file), content, { flag: "wx" });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** For example `tickets-archive-parameter-required`: the gravest of what it tells. */
function nameFor({ document }: DocumentDiff, told: DocumentDiff["findings"]): string {
  const effect = gravest(told);
  const first = told.find((finding) => finding.effect === effect);
  const text = `${document === "control" ? "control " : ""}${first?.subject ?? "api"} ${first?.rule ?? "changed"}`;
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["api"];
  return words.join("-").slice(0, 80);
}
