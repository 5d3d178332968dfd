import { behaviors } from "@crm-platform/types";
import { grades } from "../../pipeline/model/evidence.ts";
import type { Evidence } from "../../pipeline/model/model.ts";
import type { AreaFacts, Facts } from "../facts.ts";
import { gradeOf, operationLink, prose, table } from "../markdown.ts";
import { areasOfComponents } from "./componentAreas.ts";

interface Graded {
  readonly grade: string;
}

function count(list: readonly Graded[], grade: string): string {
  return `${list.filter((one) => one.grade === grade).length}`;
}

export function gradesTable({ evidence }: Facts): string {
  const rows = grades.map(({ grade, meaning }) => ({
    cells: [gradeOf(grade), meaning, grade === "described" ? "all others" : count(evidence, grade), count(behaviors, grade)],
  }));
  return table({ head: ["Grade", "Meaning", "Facts of the document", "Rules of behavior"], rows });
}

export function companionsTable({ operations }: Facts): string {
  const companions = operations.filter(({ companion }) => companion);
  return table({
    head: ["Operation", "What it does"],
    rows: companions.map((operation) => ({ cells: [operationLink(operation), operation.summary] })),
  });
}

type FidelityArea = Pick<AreaFacts, "name" | "title">;

export function fidelityAreas({ areas }: Facts): FidelityArea[] {
  return [...areas, { name: "shared", title: "Everywhere" }];
}

export function fidelityTable(facts: Facts): string {
  const areaOf = areasOfComponents(facts);
  const marks = Map.groupBy(facts.evidence, ({ pointer, place }) => areaOf(pointer, place));
  const rows = fidelityAreas(facts).map(({ name, title }) => {
    const all: readonly Graded[] = [...(marks.get(name) ?? []), ...behaviors.filter(({ area }) => area === name)];
    return { cells: [`[${title}](/fidelity/${name}.md)`, ...grades.map(({ grade }) => count(all, grade))] };
  });
  return table({ head: ["Area", ...grades.map(({ grade }) => grade)], rows });
}

/** The style sheet hides the rows whose grade is not selected. */
export function fidelityPage(facts: Facts, { name, title }: FidelityArea): string {
  const areaOf = areasOfComponents(facts);
  const marks = facts.evidence.filter(({ pointer, place }) => areaOf(pointer, place) === name);
  const rules = behaviors.filter(({ area }) => area === name);
  const all: readonly Graded[] = [...marks, ...rules];
  const choices = grades.filter(({ grade }) => count(all, grade) !== "0");
  return [
    `# Fidelity: ${title}`,
    `The facts and rules of this area that the platform's description does not state, with the [grade](../fidelity.md) of their evidence.`,
    [
      `<fieldset class="grades"><legend>Show grades</legend>`,
      ...choices.map(({ grade }) => `<label><input type="checkbox" id="grade-${grade}" checked>${grade} (${count(all, grade)})</label>`),
      "</fieldset>",
    ].join("\n"),
    ...(marks.length === 0
      ? []
      : [
          `## Facts of the document`,
          table({
            head: ["Place", "Grade", "Fact and reason"],
            rows: marks.map(({ place, grade, note }, index) => ({
              id: anchorOfMark(marks, index),
              cells: [prose(place), gradeOf(grade), prose(note)],
            })),
          }),
        ]),
    ...(rules.length === 0
      ? []
      : [
          `## Behavior of the mock`,
          "A rule has a source only if it says more than the grade.",
          table({
            head: ["Rule", "Grade", "What happens", "Source"],
            rows: rules.map(({ rule, text, grade, source }) => ({ id: rule, cells: [rule, gradeOf(grade), prose(text), source ?? ""] })),
          }),
        ]),
  ].join("\n\n");
}

/** The anchor is unique even if several marks have the same place. */
function anchorOfMark(marks: readonly Evidence[], index: number): string {
  const { place = "" } = marks[index] ?? {};
  const before = marks.slice(0, index).filter((mark) => mark.place === place).length;
  return `evidence-${place.replaceAll(/[^\w.]+/g, "-")}${before === 0 ? "" : `-${before + 1}`}`;
}
