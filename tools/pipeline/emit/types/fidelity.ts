import type { Behaviour } from "../../model/behaviours.ts";
import type { Evidence, Model } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, literal, oneLine } from "../source.ts";

export function emitFidelity({ evidence }: Model, behaviours: readonly Behaviour[]): GeneratedFile[] {
  return [
    { path: "fidelity.ts", content: module(evidence, behaviours) },
    { path: "fidelity.md", content: page(evidence, behaviours) },
  ];
}

function module(evidence: readonly Evidence[], behaviours: readonly Behaviour[]): string {
  return `/** A fact in the document that the platform's description does not state. */
export interface EvidenceMark {
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly grade: string;
  /** The fact and its source. */
  readonly note: string;
}

/** A rule for the behavior of an area. */
export interface BehaviourRule {
  readonly area: string;
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** The source of the rule. */
  readonly source: string;
}

${comment(["The facts that are not described, in the order of the document."])}export const fidelity: readonly EvidenceMark[] = ${literal(
    evidence.map(({ pointer, grade, note }) => ({ pointer, grade, note: oneLine(note) })),
  )};

${comment(["The rules of behavior, by area."])}export const behaviours: readonly BehaviourRule[] = ${literal(
    behaviours.map((row) => ({ ...row, text: oneLine(row.text), source: oneLine(row.source) })),
  )};
`;
}

function page(evidence: readonly Evidence[], behaviours: readonly Behaviour[]): string {
  const rows = evidence.map(({ place, grade, note }) => `| ${cell(place)} | ${cell(grade)} | ${cell(note)} |`);
  return `# Fidelity: facts that are not described

Facts that the platform's description states carry no mark. This table lists all others: ${countGrades(evidence)}.

| Where | Grade | What, and why |
|---|---|---|
${rows.join("\n")}
${behaviourTable(behaviours)}`;
}

function behaviourTable(behaviours: readonly Behaviour[]): string {
  if (behaviours.length === 0) return "";
  const rows = behaviours.map(
    ({ area, rule, text, grade, source }) => `| ${cell(area)} | ${cell(rule)} | ${cell(text)} | ${cell(grade)} | ${cell(source)} |`,
  );
  return `
# Behavior of the mock

Every rule has a test, which runs on every store: ${countGrades(behaviours)}.

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
