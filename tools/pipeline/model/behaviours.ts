/** Reads the tables of behaviour: `<folder>/<area>/behaviour.yaml`, rows that spec/README.md explains. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Problem, ProblemsError } from "../../problems.ts";
import { placed } from "../lint/place.ts";
import { readYaml } from "../lint/yaml.ts";

/** One rule that an area behaves by. */
export interface Behaviour {
  readonly area: string;
  /** Its name in the area. */
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** Where it is written. */
  readonly source: string;
}

const fields = ["rule", "text", "grade", "source"] as const;
const grades = ["described", "documented", "observed", "assumed"];

/** All rows, by area and in the order of their file. @throws ProblemsError that tells what is wrong with which row */
export async function readBehaviours(folder: string): Promise<Behaviour[]> {
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const tables = files.filter((name) => /^[^/]+\/behaviour\.yaml$/.test(name)).sort();
  const problems: Problem[] = [];
  const behaviours: Behaviour[] = [];
  for (const name of tables) {
    const file = join(folder, name);
    const rows = parseRows(await readFile(file, "utf8"), file, problems);
    const taken = new Set<string>();
    for (const [index, row] of rows.entries()) {
      const wrong = whatIsWrong(row, taken);
      problems.push(...wrong.map((message) => placed({ file, pointer: `#/${index}`, message }, file)));
      if (wrong.length > 0) continue;
      const { rule, text, grade, source } = row as Behaviour;
      taken.add(rule);
      behaviours.push({ area: name.split("/")[0] ?? "", rule, text, grade, source });
    }
  }
  if (problems.length > 0) throw new ProblemsError("behaviour", problems);
  return behaviours;
}

function parseRows(text: string, file: string, problems: Problem[]): readonly unknown[] {
  const { document, problem } = readYaml(file, text);
  const rows: unknown = problem === undefined ? document.toJS() : undefined;
  if (Array.isArray(rows) && rows.length > 0) return rows;
  problems.push(problem ?? { file, pointer: "#/", message: "A list of rows is expected, each with rule, text, grade and source." });
  return [];
}

function whatIsWrong(row: unknown, taken: ReadonlySet<string>): string[] {
  if (typeof row !== "object" || row === null) return [`A row is expected to have rule, text, grade and source. Found: ${show(row)}.`];
  const values = row as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((key) => !(fields as readonly string[]).includes(key));
  const missing = fields.filter((field) => typeof values[field] !== "string" || values[field].trim() === "");
  return [
    ...unknown.map((key) => `A row has no field ${show(key)}. It has rule, text, grade and source.`),
    ...missing.map((field) => `The row ${show(values["rule"])} has no ${field}. Expected: a text. Found: ${show(values[field])}.`),
    ...(missing.includes("rule") ? [] : wrongRule(String(values["rule"]), taken)),
    ...(missing.includes("grade") || grades.includes(String(values["grade"]))
      ? []
      : [`The row ${show(values["rule"])} has an unknown grade. Expected: one of ${grades.join(", ")}. Found: ${show(values["grade"])}.`]),
  ];
}

function wrongRule(rule: string, taken: ReadonlySet<string>): string[] {
  if (taken.has(rule)) return [`The rule ${show(rule)} is there twice. Expected: a name that no other row of the area has.`];
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(rule)) return [];
  return [`The rule ${show(rule)} is not named in kebab-case, for example archived-again.`];
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
