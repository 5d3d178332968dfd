import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltInGroups, BuiltInRow, Formula } from "@crm-platform/mock/contract";
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
  const shared = rowsOf(byType.get("all"));
  for (const [type, groups] of byType) problems.push(...referenceProblems(groups, shared, join(folder, `${type}.yaml`)));
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

function rowsOf(groups: BuiltInGroups = {}): readonly BuiltInRow[] {
  return Object.values(groups).flat();
}

/** @param shared the properties that every object type has */
function referenceProblems(groups: BuiltInGroups, shared: readonly BuiltInRow[], file: string): Problem[] {
  const rows = new Map([...shared, ...rowsOf(groups)].map((row) => [row.name, row]));
  const places = Object.entries(groups).flatMap(([group, own]) => own.map((row, index) => ({ row, pointer: `/${group}/${index}` })));
  return places.flatMap(({ row, pointer }) => {
    const references = referencesIn(row, pointer);
    const unknown = references.filter(({ name }) => !rows.has(name));
    const problems = unknown.map(({ name, pointer: place }) => {
      return problemAt(
        place,
        `The object type has no property "${name}". Expected: the name of a property in this file or in all.yaml.`,
        file,
      );
    });
    if (!isCircular(row, rows)) return problems;
    return [
      ...problems,
      problemAt(`${pointer}/formula`, `The formula of "${row.name}" is circular: its operands are calculated from it.`, file),
    ];
  });
}

interface Reference {
  readonly name: string;
  readonly pointer: string;
}

function referencesIn({ defaultFrom, formula }: BuiltInRow, pointer: string): Reference[] {
  const source = defaultFrom === undefined ? [] : [{ name: defaultFrom, pointer: `${pointer}/defaultFrom` }];
  return [...source, ...operandsIn(formula, `${pointer}/formula`)];
}

function operandsIn(formula: Formula = 0, pointer = ""): Reference[] {
  if (typeof formula === "string") return [{ name: formula, pointer }];
  if (typeof formula === "number") return [];
  return formula.slice(1).flatMap((operand, index) => operandsIn(operand, `${pointer}/${index + 1}`));
}

function isCircular({ name, formula }: BuiltInRow, rows: ReadonlyMap<string, BuiltInRow>): boolean {
  const operands = new Set(operandsIn(formula).map((operand) => operand.name));
  // The set grows during the iteration.
  for (const operand of operands) {
    for (const inner of operandsIn(rows.get(operand)?.formula)) operands.add(inner.name);
  }
  return operands.has(name);
}
