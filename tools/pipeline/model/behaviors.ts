import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Problem, throwProblems } from "../../problems.ts";
import { grades } from "./evidence.ts";

export interface Behavior {
  readonly area: string;
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** Absent if it says no more than the grade. */
  readonly source?: string;
}

interface Reading {
  readonly areas: readonly string[];
  /** The areas and names of the rules that have been read. */
  readonly names: Set<string>;
  report(node: ts.Node, message: string): void;
}

const gradeNames: readonly string[] = grades.map(({ grade }) => grade);
const form = '"rule-name": rule("What happens.", "assumed")(async (platform) => { … })';

/**
 * Parses the calls of `rules()` in all files `*.rules.ts`, without running them.
 * @param spec the folder that contains a folder for each area
 * @throws ProblemsError with the place of each problem
 */
export function readBehaviors(folder: string, spec: string): Behavior[] {
  const folders = readdirSync(spec, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const areas = folders.map(({ name }) => name).sort();
  const names = new Set<string>();
  const files = globSync("**/*.rules.ts", { cwd: folder }).map((file) => join(folder, file));
  const program = ts.createProgram(files.sort(), { noLib: true, noResolve: true, types: [] });
  const problems: Problem[] = [];
  const behaviors: Behavior[] = [];
  for (const source of program.getSourceFiles()) {
    const reportAt = (start: number, message: string): void => {
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      problems.push({ file: source.fileName, place: { line: line + 1, column: character + 1 }, message });
    };
    const reading: Reading = { areas, names, report: (node, message) => reportAt(node.getStart(source), message) };
    const syntaxErrors = program.getSyntacticDiagnostics(source);
    for (const { start, messageText } of syntaxErrors) reportAt(start, ts.flattenDiagnosticMessageText(messageText, "\n"));
    if (syntaxErrors.length > 0) continue;
    const calls = callsOf("rules", source);
    if (calls.length === 0) reportAt(0, `This file contains no rules. Expected: rules("area", { ${form} }).`);
    behaviors.push(...calls.flatMap((call) => readRules(call, reading)));
  }
  throwProblems("rules", problems);
  return behaviors.sort((one, other) => Number(one.area > other.area) - Number(one.area < other.area));
}

function callsOf(name: string, node: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name) calls.push(node);
  ts.forEachChild(node, (child) => void calls.push(...callsOf(name, child)));
  return calls;
}

function readRules(call: ts.CallExpression, reading: Reading): Behavior[] {
  const [areaNode, table] = call.arguments;
  const area = readString(areaNode ?? call, "The area", reading);
  if (area !== "" && !reading.areas.includes(area))
    reading.report(areaNode ?? call, `Unknown area "${area}". The areas are the folders in the spec: ${reading.areas.join(", ")}.`);
  if (table !== undefined && ts.isObjectLiteralExpression(table))
    return table.properties.flatMap((property) => readRule(property, area, reading));
  reading.report(table ?? call, `The rules of ${area} are not an object literal. Expected: rules("${area}", { ${form} }).`);
  return [];
}

function readRule(property: ts.ObjectLiteralElement, area: string, reading: Reading): Behavior[] {
  const call = ts.isPropertyAssignment(property) && ts.isCallExpression(property.initializer) ? property.initializer.expression : property;
  if (!property.name || !ts.isCallExpression(call) || callsOf("rule", call)[0] !== call) {
    reading.report(property, `This is not a rule. Expected: ${form}.`);
    return [];
  }
  const rule = ts.isComputedPropertyName(property.name) ? "" : property.name.text;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(rule))
    reading.report(property.name, 'The name of a rule must be a literal in kebab case, as in "archived-again".');
  const name = `${area} ${rule}`;
  if (reading.names.has(name)) reading.report(property.name, `The area ${area} has two rules named "${rule}".`);
  reading.names.add(name);
  const [text = call, evidence = call] = call.arguments;
  return [{ area, rule, text: readString(text, "The text", reading), ...readEvidence(evidence, reading) }];
}

function readEvidence(node: ts.Expression, reading: Reading): Pick<Behavior, "grade" | "source"> {
  const fields = new Map<string, ts.Expression>();
  if (ts.isObjectLiteralExpression(node))
    for (const field of node.properties) {
      if (ts.isPropertyAssignment(field) && ts.isIdentifier(field.name)) fields.set(field.name.text, field.initializer);
      else reading.report(field, "The evidence of a rule may contain only literals.");
    }
  const { grade: gradeNode = node, source: sourceNode, ...others } = Object.fromEntries(fields);
  for (const [name, field] of Object.entries(others))
    reading.report(field, `Unknown field "${name}". Evidence has the fields grade and source.`);
  const grade = readString(gradeNode, "The grade", reading);
  if (grade !== "" && !gradeNames.includes(grade))
    reading.report(gradeNode, `Unknown grade "${grade}". Valid grades: ${gradeNames.join(", ")}.`);
  const source = sourceNode && readString(sourceNode, "The source", reading);
  if (grade === "described" && !/^platform description, \w/.test(source ?? ""))
    reading.report(
      sourceNode ?? node,
      'A described rule must name a section of the description: { grade: "described", source: "platform description, Limits" }.',
    );
  if (source?.includes(".md"))
    reading.report(sourceNode ?? node, `The source "${source}" is a file. Expected: a public text, as in "RFC 6749, section 3.3".`);
  return source === undefined ? { grade } : { grade, source };
}

/** Reads a string literal, or several that `+` joins. Returns an empty string if there is a problem. */
function readString(node: ts.Expression, subject: string, reading: Reading): string {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return readString(node.left, subject, reading) + readString(node.right, subject, reading);
  if (!ts.isStringLiteralLike(node))
    reading.report(node, `${subject} is not a string literal. Write it here in quotation marks, because the tools do not run this file.`);
  else if (node.text.trim() === "") reading.report(node, `${subject} is empty.`);
  return ts.isStringLiteralLike(node) ? node.text.trim() && node.text : "";
}
