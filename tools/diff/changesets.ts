import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { DocumentDiff } from "./contractDiff.ts";
import { gravest } from "./finding.ts";
import { highest, isLess, type Level } from "./levels.ts";
import { markdownGroups } from "./report.ts";
import { SentenceError } from "./sentence.ts";

/** A file of `.changeset/`: what it claims for which packages, and its text. */
export interface Changeset {
  readonly file: string;
  readonly claims: ReadonlyMap<string, Level>;
  readonly text: string;
}

const changesetFolder = ".changeset";

/** All changesets of a folder, by default those that wait for the next release. @throws SentenceError when one cannot be read */
export async function readChangesets(folder: string = changesetFolder): Promise<Changeset[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".md") && name !== "README.md").sort();
  return Promise.all(files.map(async (name) => parseChangeset(join(folder, name), await readFile(join(folder, name), "utf8"))));
}

function parseChangeset(file: string, content: string): Changeset {
  const [, front = "", text = ""] = /^---\r?\n(.*?)\r?\n?---\r?\n?(.*)$/s.exec(content) ?? [];
  try {
    const claims = new Map(Object.entries((parse(front) ?? {}) as Record<string, Level>));
    return { file, claims, text: text.trim() };
  } catch (error) {
    throw new SentenceError(`${file} is no changeset: ${(error as Error).message}`);
  }
}

/** A package for which the changesets claim less than its documents demand. */
export interface Shortfall {
  readonly name: string;
  readonly demanded: Level;
  readonly claimed: Level;
}

/** Each package has to be named by itself: only then its changelog tells the change. */
export function shortfalls(documents: readonly DocumentDiff[], changesets: readonly Changeset[]): Shortfall[] {
  const names = [...new Set(documents.flatMap(({ packages }) => packages))];
  return names.flatMap((name) => {
    const demanded = highest(documents.filter(({ packages }) => packages.includes(name)).map(({ level }) => level));
    const claimed = highest(changesets.map(({ claims }) => claims.get(name) ?? "none"));
    return isLess(claimed, demanded) ? [{ name, demanded, claimed }] : [];
  });
}

const titles = { platform: "The API has changed:", control: "The control API of the mock has changed:" };

/**
 * The changeset that a diff asks for, without what changesets of the tree already say, line by line; nothing when they say
 * everything at that level.
 */
export function proposeChangeset(diff: DocumentDiff, changesets: readonly Changeset[]): { name: string; content: string } | undefined {
  const said = new Set(changesets.flatMap(({ text }) => text.split("\n").map((line) => line.trim())));
  const unsaid = diff.findings.filter((finding) =>
    markdownGroups([finding])
      .slice(1)
      .some((line) => !said.has(line.trim())),
  );
  const claims = diff.packages.map((name) => highest(changesets.map((changeset) => changeset.claims.get(name) ?? "none")));
  const isShort = claims.some((claimed) => isLess(claimed, diff.level));
  if (diff.level === "none" || (unsaid.length === 0 && !isShort)) return undefined;
  const told = unsaid.length === 0 ? diff.findings : unsaid;
  const front = diff.packages.map((name) => `"${name}": ${diff.level}\n`).join("");
  const content = `---\n${front}---\n\n${titles[diff.document]}\n\n${markdownGroups(told).join("\n")}\n`;
  return { name: nameFor(diff, told), content };
}

/** Writes a changeset under its name, or the next free one: what is there may be written by hand. */
export async function writeChangeset({ name, content }: { name: string; content: string }): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = join(changesetFolder, `${name}${number === 1 ? "" : `-${number}`}.md`);
    try {
      await writeFile(file, content, { flag: "wx" });
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
