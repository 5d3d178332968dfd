import { isOperationId, operationHref } from "./facts.ts";

/** The pages of the site as Markdown, by path. Links between pages begin with `/`, or are relative, and end in `.md`. */
export type Contents = ReadonlyMap<string, string>;

/** @param columns the Markdown of a row's cell, by the column's heading */
export function table<Row>(rows: readonly Row[], columns: Readonly<Record<string, (row: Row) => string>>): string {
  const headings = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  return [headings, headings.map(() => "---"), ...cells].map(rowOf).join("\n");
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

export function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function lines(of: readonly string[]): string {
  return of.join("<br>");
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

export interface Tab {
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

export function tabs(blocks: readonly Tab[]): string {
  return ["::: code-group", ...blocks.map(({ language, label, text }) => block(`${language} [${label}]`, text)), ":::"].join("\n\n");
}

/** Text from the document: HTML is escaped, and operation ids in code become links. */
export function prose(text: string): string {
  return withLinks(text, (other) => other.replaceAll("<", "\\<"));
}

/** Code becomes a link if it is an operation id outside of a link. */
export function withLinks(markdown: string, change: (other: string) => string = (other) => other): string {
  return markdown
    .split(/(^```[\s\S]*?^```|\[[^\]]*\]\([^)]*\)|`[^`\n]+`)/m)
    .map((piece, index) => {
      if (index % 2 === 0) return change(piece).replaceAll("{{", "{\u200b{");
      const id = piece.slice(1, -1);
      return isOperationId(id) ? `[${piece}](${operationHref(id)})` : piece;
    })
    .join("");
}

const number = new Intl.NumberFormat("en");

export function numberOf(value: number): string {
  return number.format(value);
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function dayOf(date: string): string {
  return day.format(new Date(date));
}

export function gradeOf(grade: string): string {
  return `<span class="grade ${grade}">${grade}</span>`;
}

export function operationLink({ id, href }: { readonly id: string; readonly href: string }): string {
  return `[${code(id)}](${href})`;
}

/** Removes the markup that only browsers need, and makes the links relative, without the anchors of rows. @param file the path of the page, such as `fidelity/records.md` */
export function twinOf(file: string, markdown: string): string {
  const toRoot = "../".repeat(file.split("/").length - 1) || "./";
  return markdown
    .replace(/^---\n.*?\n---\n+/s, "")
    .replaceAll(/^ *(?:<\/?(?:div|details|fieldset|label|input|legend|summary|TryIt|RowFilter)\b.*|:::.*)\n*/gm, "")
    .replaceAll(/<a id="[^"]*"><\/a>|<\/?span\b[^>]*>/g, "")
    .replaceAll(/^( *)(```\w+) \[(.*)\]$/gm, "$1$3:\n\n$1$2")
    .replaceAll(/(\]\([^)#]*\b(?:fidelity|properties)\/\w+\.md)#[^)]*/g, "$1")
    .replaceAll("](/", `](${toRoot}`)
    .replaceAll(/\n{3,}/g, "\n\n");
}
