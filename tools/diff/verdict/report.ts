import { type Effect, effects, type Finding } from "../compare/finding.ts";
import { tellSignatures } from "../signatures/reports.ts";
import { acceptedBreaksFile } from "./accepted.ts";
import { type ContractDiff, type DocumentDiff, openBreaks } from "./contractDiff.ts";
import { explainLevel } from "./levels.ts";

export const formats = ["text", "markdown", "json"] as const;
export type Format = (typeof formats)[number];

const titles = { platform: "The API", control: "The control API of the mock" };

const words: Readonly<Record<Effect, string>> = { breaks: "breaks", adds: "new", reads: "text" };

/** Rules that say more than their effect does: nothing is new where a fact is as it was, and only surer or less sure. */
const ruleWords: Readonly<Record<string, string>> = { "evidence-raised": "surer", "evidence-lowered": "less sure" };

function wordOf({ effect, rule }: Finding): string {
  return (Object.hasOwn(ruleWords, rule) ? ruleWords[rule] : undefined) ?? words[effect];
}

/** The differences for a terminal, a page or a program. Text of the documents stays text in each of them. */
export function report(diff: ContractDiff, format: Format): string {
  if (format === "json") return `${JSON.stringify(diff, null, 2)}\n`;
  return format === "markdown" ? markdownReport(diff) : textReport(diff);
}

function textReport(diff: ContractDiff): string {
  const lines = [`Compared with ${diff.version} (${diff.base})`, ""];
  for (const { document, findings } of diff.documents) {
    lines.push(titles[document], "");
    if (findings.length === 0) lines.push("  Users notice no difference.", "");
    for (const [heading, own] of grouped(findings)) {
      lines.push(`  ${heading}`);
      for (const finding of own) {
        lines.push(`    ${wordOf(finding).padEnd(6)}  ${tell(finding)} (${finding.rule})`);
        if (finding.accepted !== undefined) lines.push(`            accepted: ${finding.accepted}`);
      }
      lines.push("");
    }
  }
  for (const change of diff.signatures) lines.push(...tellSignatures(change).split("\n"), "");
  lines.push(`${count(diff)} ${explainLevel(diff.level, diff.version)}`, ...howToAccept(diff));
  return `${lines.map(printable).join("\n")}\n`;
}

function markdownReport(diff: ContractDiff): string {
  const lines = [`## Changes of the API since ${diff.version}`, ""];
  for (const { document, findings } of diff.documents) {
    lines.push(`### ${titles[document]}`, "");
    lines.push(...(findings.length === 0 ? ["Users notice no difference."] : markdownGroups(findings)), "");
  }
  for (const { entryPoint, lines: changed } of diff.signatures) {
    lines.push(`### The signatures of ${entryPoint}`, "", "````diff", ...changed, "````", "");
  }
  lines.push(`${count(diff)} ${explainLevel(diff.level, diff.version)}`);
  return `${lines.map(printable).join("\n")}\n`;
}

/** One list item for each operation or shared part, and in it one for each difference. */
export function markdownGroups(findings: DocumentDiff["findings"]): string[] {
  return grouped(findings, code).flatMap(([heading, own]) => [
    `- ${heading}`,
    ...own.map((finding) => {
      const accepted = finding.accepted === undefined ? "" : ` Meant: ${code(finding.accepted)}.`;
      return `  - ${finding.effect === "breaks" ? "**breaks**" : wordOf(finding)}: ${tell(finding, code)}${accepted}`;
    }),
  ]);
}

function grouped(
  findings: DocumentDiff["findings"],
  mark: (text: string) => string = (text) => text,
): [string, DocumentDiff["findings"][number][]][] {
  const groups = new Map<string, DocumentDiff["findings"][number][]>();
  for (const finding of findings) groups.set(finding.subject, [...(groups.get(finding.subject) ?? []), finding]);
  return [...groups.values()].map((own) => [headingOf(own, mark), own]);
}

/** An operation by its id; a shared part with the operations that it is in, and which way it travels. */
function headingOf(findings: readonly Finding[], mark: (text: string) => string): string {
  const { subject = "", operations = [] } = findings[0] ?? {};
  if (operations.length === 0 || (operations.length === 1 && operations[0] === subject)) {
    return operations.length === 0 && subject === "document" ? "the document as a whole" : mark(subject);
  }
  const directions = new Set(findings.flatMap((finding) => finding.directions));
  const way = [directions.has("request") ? "requests" : "", directions.has("response") ? "responses" : ""].filter(Boolean).join(" and ");
  const named = operations.length > 4 ? `${operations.length} operations` : operations.map(mark).join(", ");
  return `${mark(subject)}, in ${way === "" ? named : `${way} of ${named}`}`;
}

function tell({ place, message }: Finding, mark: (text: string) => string = (text) => text): string {
  return place === "" ? message : `${mark(place)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** A few findings in a line each, the gravest first; for messages that explain a level. */
export function tellFirst(findings: readonly Finding[], max: number): string[] {
  const first = effects.flatMap((effect) => findings.filter((finding) => finding.effect === effect)).slice(0, max);
  const others = findings.length - first.length;
  const lines = first.map((finding) => printable(`${finding.subject}: ${tell(finding)}`));
  return others > 0 ? [...lines, `and ${others} more: npx pnpm api:diff`] : lines;
}

function count({ documents }: ContractDiff): string {
  const all = documents.flatMap(({ findings }) => findings);
  const number = (word: string): number => all.filter((finding) => wordOf(finding) === word).length;
  const breaks = number("breaks");
  const told = [`${breaks} ${breaks === 1 ? "break" : "breaks"}`, `${number("new")} new`, `${number("text")} in texts`];
  const evidence = Object.values(ruleWords).flatMap((word) => (number(word) === 0 ? [] : [`${number(word)} ${word}`]));
  return `${[...told, ...evidence].join(", ")}.`;
}

function howToAccept(diff: ContractDiff): string[] {
  const open = openBreaks(diff);
  if (open.length === 0) return [];
  const entries = open.flatMap(({ document, subject, rule, place, message }) => [
    `  - document: ${document}`,
    `    operation: ${JSON.stringify(subject)}`,
    `    rule: ${rule}`,
    ...(place === "" ? [] : [`    place: ${JSON.stringify(place)}`]),
    `    change: ${JSON.stringify(message)}`,
    `    reason: ""`,
  ]);
  return ["", `A break that is meant goes into ${acceptedBreaksFile}, with the reason:`, "", ...entries];
}

/** As code, which nothing in the text can leave. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replace(/[\s\p{Cc}]+/gu, " ")}\``;
}

/** Text of a document cannot move the cursor or colour the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
