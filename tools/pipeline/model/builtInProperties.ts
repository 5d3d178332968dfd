import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuiltInGroups, type BuiltInRow, type Formula, ownOperands, propertiesIn, rollUpsIn } from "@crm-platform/mock/contract";
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
  const types: RowsByType = new Map([...byType].map(([type, groups]) => [type, rowsByName(groups, byType.get("all"))]));
  for (const [type, groups] of byType) problems.push(...referenceProblems(type, groups, types, join(folder, `${type}.yaml`)));
  throwProblems("built-in properties", problems);
  return byType;
}

type Rows = ReadonlyMap<string, BuiltInRow>;
type RowsByType = ReadonlyMap<string, Rows>;

function rowsByName(groups: BuiltInGroups, shared: BuiltInGroups = {}): Rows {
  return new Map([...rowsOf(shared), ...rowsOf(groups)].map((row) => [row.name, row]));
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

function referenceProblems(type: string, groups: BuiltInGroups, types: RowsByType, file: string): Problem[] {
  const rows: Rows = types.get(type) ?? new Map();
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
    problems.push(...rollUpProblems(row, pointer, types, file));
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

function referencesIn({ defaultFrom, formula = 0 }: BuiltInRow, pointer: string): Reference[] {
  const source = defaultFrom === undefined ? [] : [{ name: defaultFrom, pointer: `${pointer}/defaultFrom` }];
  return [...source, ...operandsIn(formula, `${pointer}/formula`)];
}

function operandsIn(formula: Formula, pointer = ""): Reference[] {
  if (typeof formula === "string") return [{ name: formula, pointer }];
  return ownOperands(formula).flatMap((operand, index) => operandsIn(operand, `${pointer}/${index + 1}`));
}

/** Roll-ups read properties of other types, which must not be roll-ups themselves. */
function rollUpProblems({ formula = 0 }: BuiltInRow, pointer: string, types: RowsByType, file: string): Problem[] {
  return rollUpsIn(formula).flatMap(([, source, ...operands]) => {
    const problem = (message: string) => problemAt(`${pointer}/formula`, message, file);
    // The mock looks up association types, such as contact_to_company.
    const names = source.includes("_to_") ? [] : source.split(" ");
    return names.flatMap((type) => {
      const rows = types.get(type);
      if (!rows) return [problem(`Unknown source "${source}". Expected: object types or an association type.`)];
      return operands.flatMap(propertiesIn).flatMap((name) => {
        const row = rows.get(name);
        if (!row) return [problem(`The object type ${type} has no property "${name}".`)];
        return rollUpsIn(row.formula ?? 0).length === 0 ? [] : [problem(`"${name}" of ${type} is a roll-up itself.`)];
      });
    });
  });
}

function isCircular({ name, formula = 0 }: BuiltInRow, rows: Rows): boolean {
  const operands = new Set(propertiesIn(formula));
  // The set grows during the iteration.
  for (const operand of operands) {
    for (const inner of propertiesIn(rows.get(operand)?.formula ?? 0)) operands.add(inner);
  }
  return operands.has(name);
}
