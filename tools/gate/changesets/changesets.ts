import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { packageNames } from "../../packages.ts";
import { type Problem, throwProblems } from "../../problems.ts";
import type { Level } from "../levels.ts";

export interface Changeset {
  readonly file: string;
  readonly claims: ReadonlyMap<string, Level>;
  readonly text: string;
}

export const changesetFolder = ".changeset";

export async function readChangesets(folder: string): Promise<Changeset[]> {
  const names = await readdir(join(folder, changesetFolder)).catch(() => []);
  const files = names.filter((name) => name.endsWith(".md") && name !== "README.md").sort();
  const problems: Problem[] = [];
  const changesets: Changeset[] = [];
  for (const name of files) {
    const file = join(changesetFolder, name);
    try {
      const { releases, summary } = parseChangesetFile(await readFile(join(folder, file), "utf8"));
      const changeset = { file, claims: new Map(releases.map(({ name: key, type }) => [key, type] as const)), text: summary };
      problems.push(...problemsOf(changeset).map((message) => ({ file, pointer: "#/", message })));
      changesets.push(changeset);
    } catch (error) {
      problems.push({ file, pointer: "#/", message: (error as Error).message });
    }
  }
  throwProblems("changesets", problems);
  return changesets;
}

/** Reports problems that `changeset version` ignores and that would break the changelog's structure. */
function problemsOf({ claims, text }: Changeset): string[] {
  const valid = packageNames.join(", ");
  const unknown = [...claims.keys()].filter((name) => !packageNames.includes(name));
  return [
    ...unknown.map((name) => `Unknown package "${name}". Valid packages: ${valid}.`),
    ...(claims.size === 0 ? [`The changeset does not name a package. Add one or more of ${valid}.`] : []),
    ...(text === "" ? ["The changeset has no text. Below the second `---`, describe the effect on users."] : []),
    ...(/^ {0,3}#{1,3}\s/m.test(text)
      ? ["The changelog uses headings of levels 1 to 3 for versions. Use `####` or bold text in a changeset."]
      : []),
  ];
}
