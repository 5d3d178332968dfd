import type { Behaviour } from "../../model/behaviours.ts";
import type { Evidence, Model } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, literal, oneLine } from "../source.ts";

/** Everything that the platform's description does not say, and every rule of behaviour, as data and as a page. */
export function emitFidelity({ evidence }: Model, behaviours: readonly Behaviour[]): GeneratedFile[] {
  return [
    { path: "fidelity.ts", content: module(evidence, behaviours) },
    { path: "fidelity.md", content: page(evidence, behaviours) },
  ];
}

function module(evidence: readonly Evidence[], behaviours: readonly Behaviour[]): string {
  return `/** One fact of the document that the platform's description does not state. */
export interface EvidenceMark {
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly grade: string;
  /** What is not described, and what it rests on. */
  readonly note: string;
}

/** One rule that an area behaves by, whether the platform's description states it or not. */
export interface BehaviourRule {
  readonly area: string;
  /** Its name in the area. */
  readonly rule: string;
  readonly text: string;
  readonly grade: string;
  /** Where it is written. */
  readonly source: string;
}

${comment(["The fidelity table: what is not described, in the order of the document."])}export const fidelity: readonly EvidenceMark[] = ${literal(
    evidence.map(({ pointer, grade, note }) => ({ pointer, grade, note: oneLine(note) })),
  )};

${comment(["The rules of behaviour, by area."])}export const behaviours: readonly BehaviourRule[] = ${literal(
    behaviours.map((row) => ({ ...row, text: oneLine(row.text), source: oneLine(row.source) })),
  )};
`;
}

function page(evidence: readonly Evidence[], behaviours: readonly Behaviour[]): string {
  const rows = evidence.map(({ place, grade, note }) => `| ${cell(place)} | ${cell(grade)} | ${cell(note)} |`);
  return `# Fidelity: what is not described

What the platform's description states carries no mark. Everything else is listed here: ${countGrades(evidence)}.

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
# Behaviour: what the mock does

Every rule that the mock behaves by has a test of its own, which runs on every store: ${countGrades(behaviours)}.

| Area | Rule | What happens | Grade | Source |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

function countGrades(marks: readonly { readonly grade: string }[]): string {
  const grades = [...new Set(marks.map(({ grade }) => grade))].sort();
  return grades.map((grade) => `${marks.filter((mark) => mark.grade === grade).length} ${cell(grade)}`).join(", ") || "nothing";
}

/** Text in a cell of a table; neither the table nor HTML can be broken from within. */
function cell(text: string): string {
  return oneLine(text).replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
