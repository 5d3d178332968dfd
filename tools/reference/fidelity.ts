import { behaviors } from "@crm-platform/types";
import { grades } from "../pipeline/model/evidence.ts";
import type { AreaFacts, Facts } from "./facts.ts";
import { anchor, gradeOf, prose, table } from "./markdown.ts";

export function fidelityAreas({ areas }: Facts): Pick<AreaFacts, "name" | "title">[] {
  return [...areas, { name: "shared", title: "Everywhere" }];
}

/** The facts and rules of an area. */
export function gradedIn({ evidence }: Facts, name: string): { readonly grade: string }[] {
  return [...evidence, ...behaviors].filter(({ area }) => area === name);
}

/** The style sheet hides the rows whose grade is not selected. */
export function fidelityPage(facts: Facts, { name, title }: Pick<AreaFacts, "name" | "title">): string {
  const marks = facts.evidence.filter(({ area }) => area === name);
  const rules = behaviors.filter(({ area }) => area === name);
  const choices = grades.flatMap(({ grade }) => {
    const { length } = gradedIn(facts, name).filter((one) => one.grade === grade);
    return length === 0 ? [] : [`<label><input type="checkbox" id="grade-${grade}" checked> ${grade} (${length})</label>`];
  });
  const rulesTable = table(rules, {
    Rule: ({ rule }) => `${anchor(rule)}${rule}`,
    Grade: ({ grade }) => gradeOf(grade),
    "What happens": ({ text }) => prose(text),
    Source: ({ source }) => source ?? "",
  });
  return [
    `# Fidelity: ${title}`,
    `The facts and rules of this area that the platform's description does not state, with the [grade](../fidelity.md) of their evidence.`,
    ['<fieldset class="grades"><legend>Show grades</legend>', ...choices, "</fieldset>"].join("\n"),
    "<RowFilter />",
    ...(marks.length === 0 ? [] : ["## Facts of the document", factsTable(marks)]),
    ...(rules.length === 0 ? [] : ["## Behavior of the mock", "A rule has a source only if it says more than the grade.", rulesTable]),
  ].join("\n\n");
}

export function factsTable(marks: Facts["evidence"]): string {
  return table(marks, {
    Place: ({ place }) => prose(place),
    Grade: ({ grade }) => gradeOf(grade),
    "Fact and reason": ({ note }) => prose(note),
  });
}
