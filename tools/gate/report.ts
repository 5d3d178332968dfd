import { acceptedBreaksFile, entryFor } from "./acceptedBreaks.ts";
import { type ContractDiff, type JudgedFinding, openBreaks } from "./decide.ts";
import type { Finding } from "./judge/judge.ts";
import { type Effect, effects } from "./judge/verdict.ts";
import { explainLevel } from "./levels.ts";
import { describeSignatures } from "./signatures/reports.ts";

export const formats = ["text", "markdown", "json"] as const;
export type Format = (typeof formats)[number];

const titles = { platform: "The API", control: "The control API of the mock" };

const words: Readonly<Record<Effect, string>> = { breaks: "breaks", adds: "new", reads: "text" };

/** A changed evidence grade is neither an addition nor a changed text. */
function wordOf({ effect, rule }: Finding): string {
  return ["evidence-raised", "evidence-lowered"].includes(rule) ? "evidence" : words[effect];
}

/** Escapes text from the documents for each format. */
export function report(diff: ContractDiff, format: Format): string {
  if (format === "json") return `${JSON.stringify(diff, null, 2)}\n`;
  const lines = format === "markdown" ? markdownReport(diff) : textReport(diff);
  return `${lines.map(printable).join("\n")}\n`;
}

function textReport(diff: ContractDiff): string[] {
  const lines = [`Compared with ${diff.version} (${diff.base})`, ""];
  for (const { document, findings } of diff.documents) {
    lines.push(titles[document], "");
    if (findings.length === 0) lines.push("  No differences that affect users.", "");
    for (const group of bySubject(findings)) {
      lines.push(`  ${headingOf(group)}`);
      for (const finding of group) {
        lines.push(`    ${wordOf(finding).padEnd(6)}  ${sentenceOf(finding)} (${finding.rule})`);
        if (finding.accepted !== undefined) lines.push(`            accepted: ${finding.accepted}`);
      }
      lines.push("");
    }
  }
  for (const change of diff.signatures) lines.push(...describeSignatures(change).split("\n"), "");
  return [...lines, `${count(diff)} ${explainLevel(diff.level, diff.version)}`, ...howToAccept(diff)];
}

function markdownReport(diff: ContractDiff): string[] {
  const lines = [`## Changes to the API since ${diff.version}`, ""];
  for (const { document, findings } of diff.documents) {
    lines.push(`### ${titles[document]}`, "");
    lines.push(...(findings.length === 0 ? ["No differences that affect users."] : markdownGroups(findings)), "");
  }
  for (const { entryPoint, lines: changed } of diff.signatures) {
    lines.push(`### Signatures of ${entryPoint}`, "", "````diff", ...changed, "````", "");
  }
  return [...lines, `${count(diff)} ${explainLevel(diff.level, diff.version)}`];
}

export function markdownGroups(findings: readonly JudgedFinding[]): string[] {
  return bySubject(findings).flatMap((group) => [
    `- ${headingOf(group, code)}`,
    ...group.map((finding) => {
      const reason = finding.accepted === undefined ? "" : ` Reason: ${code(finding.accepted)}.`;
      return `  - ${finding.effect === "breaks" ? "**breaks**" : wordOf(finding)}: ${sentenceOf(finding, code)}${reason}`;
    }),
  ]);
}

function bySubject(findings: readonly JudgedFinding[]): JudgedFinding[][] {
  return [...Map.groupBy(findings, ({ subject }) => subject).values()];
}

function headingOf(group: readonly JudgedFinding[], mark = (text: string) => text): string {
  const { subject = "", operations = [] } = group[0] ?? {};
  if (operations.length === 0) return subject === "document" ? "the document as a whole" : mark(subject);
  if (operations.length === 1 && operations[0] === subject) return mark(subject);
  const directions = new Set(group.flatMap((finding) => finding.directions));
  const way = (["request", "response"] as const).filter((direction) => directions.has(direction)).map((direction) => `${direction}s`);
  const named = operations.length > 4 ? `${operations.length} operations` : operations.map(mark).join(", ");
  return `${mark(subject)}, in ${[way.join(" and "), named].filter(Boolean).join(" of ")}`;
}

function sentenceOf({ place, message }: Finding, mark = (text: string) => text): string {
  return place === "" ? message : `${mark(place)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

export function summarize(findings: readonly Finding[], max: number): string[] {
  const first = effects.flatMap((effect) => findings.filter((finding) => finding.effect === effect)).slice(0, max);
  const others = findings.length - first.length;
  const lines = first.map((finding) => printable(`- ${finding.subject}: ${sentenceOf(finding)}`));
  return others > 0 ? [...lines, `- and ${others} more: npx pnpm api:diff`] : lines;
}

function count({ documents }: ContractDiff): string {
  const words = documents.flatMap(({ findings }) => findings.map(wordOf));
  const number = (word: string, noun: string): string => {
    const times = words.filter((one) => one === word).length;
    return `${times} ${noun}${times === 1 ? "" : "s"}`;
  };
  const evidence = words.includes("evidence") ? [number("evidence", "changed evidence grade")] : [];
  return `${[number("breaks", "breaking change"), number("new", "addition"), number("text", "changed text"), ...evidence].join(", ")}.`;
}

function howToAccept(diff: ContractDiff): string[] {
  const open = openBreaks(diff);
  if (open.length === 0) return [];
  const instruction = `To accept intended breaking changes, add them to ${acceptedBreaksFile} and fill in the reason. Changes with different reasons need separate entries:`;
  return ["", instruction, "", ...entryFor(open.map(({ change }) => change))];
}

/** Replaces backticks, so that the text cannot end the code span. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replace(/[\s\p{Cc}]+/gu, " ")}\``;
}

/** Replaces control characters, so that text from a document cannot move the cursor or color the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
