import type { Behavior } from "../../model/behaviors.ts";
import { grades } from "../../model/evidence.ts";
import type { Evidence, Model } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, literal, oneLine } from "../source.ts";

export function emitFidelity({ evidence }: Model, behaviors: readonly Behavior[]): GeneratedFile[] {
  return [
    { path: "fidelity.ts", content: module(evidence, behaviors) },
    { path: "fidelity.md", content: page(evidence, behaviors) },
  ];
}

function module(evidence: readonly Evidence[], behaviors: readonly Behavior[]): string {
  return `/** A fact in the document that the platform's description does not state. */
export interface EvidenceMark {
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly grade: string;
  /** The fact and its source. */
  readonly note: string;
}

/** A rule for the behavior of an area. */
export interface BehaviorRule {
  readonly area: string;
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** The section, RFC or other text that the rule is based on. Absent if it says no more than the grade. */
  readonly source?: string;
}

${comment(["The facts that are not described, in the order of the document."])}export const fidelity: readonly EvidenceMark[] = ${literal(
    evidence.map(({ pointer, grade, note }) => ({ pointer, grade, note: oneLine(note) })),
  )};

${comment(["The rules of behavior, by area."])}export const behaviors: readonly BehaviorRule[] = ${literal(
    behaviors.map((row) => ({ ...row, text: oneLine(row.text), ...(row.source !== undefined && { source: oneLine(row.source) }) })),
  )};
`;
}

function page(evidence: readonly Evidence[], behaviors: readonly Behavior[]): string {
  const rows = evidence.map(({ place, grade, note }) => `| ${cell(place)} | ${cell(grade)} | ${cell(note)} |`);
  return `# Fidelity: facts that are not described

The authority on the API is the platform's description, a text about its resources, endpoints, authentication, events, errors, limits and
versions. The text is not in the repository or the packages. Sources name its sections, as in "platform description, Limits".

| Grade | Meaning |
|---|---|
${grades.map(({ grade, meaning }) => `| ${grade} | ${meaning} |`).join("\n")}

Facts that the platform's description states carry no mark. This table lists all others: ${countGrades(evidence)}.

| Where | Grade | What, and why |
|---|---|---|
${rows.join("\n")}
${behaviorTable(behaviors)}`;
}

function behaviorTable(behaviors: readonly Behavior[]): string {
  if (behaviors.length === 0) return "";
  const rows = behaviors.map(
    ({ area, rule, text, grade, source = "" }) => `| ${cell(area)} | ${cell(rule)} | ${cell(text)} | ${cell(grade)} | ${cell(source)} |`,
  );
  return `
# Behavior of the mock

Every rule has a test, which runs on every store: ${countGrades(behaviors)}. A rule has a source only if it says more than the grade.

| Area | Rule | What happens | Grade | Source |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

function countGrades(marks: readonly { readonly grade: string }[]): string {
  const grades = [...new Set(marks.map(({ grade }) => grade))].sort();
  return grades.map((grade) => `${marks.filter((mark) => mark.grade === grade).length} ${cell(grade)}`).join(", ") || "nothing";
}

function cell(text: string): string {
  return oneLine(text).replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
