import { readdir } from "node:fs/promises";
import { join } from "node:path";
import schema from "../../authoring/schemas/behaviour.json" with { type: "json" };
import { type Problem, throwProblems } from "../../problems.ts";
import { problemAt, readEntries } from "../lint/entries.ts";

export interface Behavior {
  readonly area: string;
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** Absent if it says no more than the grade. */
  readonly source?: string;
}

/** @throws ProblemsError with the place of each malformed row */
export async function readBehaviors(folder: string): Promise<Behavior[]> {
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const tables = files.filter((name) => /^[^/]+\/behaviour\.yaml$/.test(name)).sort();
  const problems: Problem[] = [];
  const behaviors: Behavior[] = [];
  for (const name of tables) {
    const file = join(folder, name);
    const { entries, problems: malformed } = await readEntries<Omit<Behavior, "area">>(file, schema);
    problems.push(...malformed);
    for (const [index, row] of entries.entries()) {
      if (entries.findIndex(({ rule }) => rule === row.rule) < index)
        problems.push(problemAt(`/${index}/rule`, `The area has two rules named "${row.rule}".`, file));
      behaviors.push({ area: name.split("/")[0] ?? "", ...row });
    }
  }
  throwProblems("behaviour", problems);
  return behaviors;
}
