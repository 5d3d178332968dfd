import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentDiff, JudgedFinding } from "../decide.ts";
import type { Finding } from "../judge/judge.ts";
import { mostSevereEffect } from "../judge/verdict.ts";
import { demandedLevel, highest, isLess } from "../levels.ts";
import { markdownGroups } from "../report.ts";
import { type Changeset, changesetFolder } from "./changesets.ts";

const titles = { platform: "The API has changed:", control: "The control API of the mock has changed:" };

/**
 * Proposes a changeset with the differences that the changesets do not mention, at the level of these differences. If the changesets
 * declare too low a level, proposes the level of the whole diff. Returns `undefined` if all differences are mentioned at that level.
 * @param version the version of the base
 */
export function proposeChangeset(
  diff: DocumentDiff,
  changesets: readonly Changeset[],
  version: string,
): { name: string; content: string } | undefined {
  const claims = diff.packages.map((name) => highest(changesets.map((changeset) => changeset.claims.get(name) ?? "none")));
  const isShort = claims.some((claimed) => isLess(claimed, diff.level));
  const missing = unmentioned(diff.findings, changesets);
  if (diff.level === "none" || (missing.length === 0 && !isShort)) return undefined;
  const findings = missing.length === 0 ? diff.findings : missing;
  const own = demandedLevel(findings, version);
  const level = isShort ? highest([own, diff.level]) : own;
  const front = diff.packages.map((name) => `"${name}": ${level}\n`).join("");
  const content = `---\n${front}---\n\n${titles[diff.document]}\n\n${markdownGroups(findings).join("\n")}\n`;
  return { name: nameFor(diff, findings), content };
}

/** Returns the findings that no changeset mentions. Skips the new parts of a new operation if a changeset names the operation. */
function unmentioned(findings: readonly JudgedFinding[], changesets: readonly Changeset[]): JudgedFinding[] {
  const text = changesets.map((changeset) => changeset.text).join("\n");
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  const added = findings.filter(({ rule }) => rule === "operation-added").map(({ subject }) => subject);
  const named = added.filter((id) => text.includes(`\`${id}\``));
  const cameWithNamed = ({ effect, operations }: Finding): boolean =>
    effect === "adds" && operations.length > 0 && operations.every((id) => named.includes(id));
  return findings.filter((finding) => {
    const [, ...own] = markdownGroups([finding]);
    return !cameWithNamed(finding) && own.some((line) => !lines.has(line.trim()));
  });
}

export async function writeChangeset({ name, content }: { name: string; content: string }, folder: string): Promise<string> {
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

/** Returns a name based on the most severe finding, for example `tickets-archive-parameter-required`. */
function nameFor({ document }: DocumentDiff, findings: readonly Finding[]): string {
  const first = findings.find(({ effect }) => effect === mostSevereEffect(findings));
  const text = `${document === "control" ? "control " : ""}${first?.subject ?? "api"} ${first?.rule ?? "changed"}`;
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").slice(0, 80);
}
