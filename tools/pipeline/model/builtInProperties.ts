import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltInGroups } from "@crm-platform/mock/contract";
import { type Problem, throwProblems } from "../../problems.ts";
import { problemAt, readValid } from "../lint/entries.ts";
import schema from "./builtInProperties.json" with { type: "json" };

/** The built-in properties by the plural name of the object type, or by `all` for those of every type. */
export type BuiltInProperties = ReadonlyMap<string, BuiltInGroups>;

/**
 * @param folder contains a file for each object type
 * @throws ProblemsError with the place of each problem
 */
export function readBuiltInProperties(folder: string): BuiltInProperties {
  const problems: Problem[] = [];
  const byType = new Map<string, BuiltInGroups>();
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    const reading = readValid<BuiltInGroups>(file, readFileSync(file, "utf8"), schema);
    problems.push(...reading.problems, ...repeatedNames(reading.value ?? {}, file));
    if (reading.value) byType.set(name.replace(".yaml", ""), reading.value);
  }
  throwProblems("built-in properties", problems);
  return byType;
}

function repeatedNames(groups: BuiltInGroups, file: string): Problem[] {
  const names = new Set<string>();
  return Object.entries(groups).flatMap(([group, rows]) =>
    rows.flatMap(({ name }, index) => {
      if (!names.has(name)) {
        names.add(name);
        return [];
      }
      return [problemAt(`/${group}/${index}`, `The object type has two properties named "${name}".`, file)];
    }),
  );
}
