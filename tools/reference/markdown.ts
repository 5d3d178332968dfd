import { Marked, Renderer, type Token, type Tokens } from "marked";
import { isOperationId, operationHref } from "./facts.ts";
import { escapeHtml, highlight } from "./highlight.ts";
import { usualAddress } from "./usualAddress.ts";

/** A part of a guide: its text as HTML, or the name of a table that is made from the document. */
export type Part = { readonly html: string } | { readonly table: string };

/** A heading and what stands below it, for the navigation and the search. */
export interface Section {
  readonly anchor: string;
  readonly heading: string;
  readonly depth: number;
  /** Without its examples. */
  readonly text: string;
}

export interface GuideText {
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly summary: string;
  readonly parts: readonly Part[];
  readonly sections: readonly Section[];
}

const marked = new Marked({ renderer: renderer() });

/** Reads a guide. Its text is ours, so its HTML is trusted. @param markdown with a first line `# Title` */
export function readGuide(markdown: string): GuideText {
  const tokens = marked.lexer(markdown);
  const title = tokens.find((token): token is Tokens.Heading => token.type === "heading")?.text ?? "";
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === "paragraph");
  // A comment of its own names a table, so that the text reads well where nobody puts the table in.
  const pieces = markdown.split(/^<!-- table: ([\w-]+) -->$/m);
  const parts = pieces.map((piece, index): Part => (index % 2 === 1 ? { table: piece } : { html: marked.parse(piece) as string }));
  return { title, summary: plain(summary?.text ?? ""), parts, sections: sectionsOf(tokens) };
}

/** The anchor of a heading, as the places where people read Markdown make it. */
function anchorOfHeading(text: string): string {
  return plain(text)
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(/\s+/g, "-");
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: (Omit<Section, "text"> & { readonly texts: string[] })[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { text, depth } = token as Tokens.Heading;
      sections.push({ anchor: anchorOfHeading(text), heading: plain(text), depth, texts: [] });
    } else if (token.type !== "code" && token.type !== "html") sections.at(-1)?.texts.push(plain(token.raw));
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(" ") }));
}

/** Without the signs of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function renderer(): Partial<Renderer> {
  return {
    heading({ tokens, text, depth }) {
      const inner = this.parser?.parseInline(tokens) ?? "";
      if (depth === 1) return `<h1>${inner}</h1>\n`;
      const anchor = anchorOfHeading(text);
      return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${inner}</a></h${depth}>\n`;
    },
    // It may be wider than the screen, and then is scrolled, also by keyboard.
    code({ text, lang = "" }) {
      const [language = ""] = lang.split(" ");
      return `<pre tabindex="0"><code class="${escapeHtml(language)}">${highlight(text, language)}</code></pre>\n`;
    },
    codespan({ text }) {
      const code = `<code>${escapeHtml(text)}</code>`;
      return isOperationId(text) ? `<a href="${operationHref(text)}">${code}</a>` : code;
    },
    link({ href, tokens }) {
      // Where people read the Markdown itself, the links lead to its neighbours and to the index of the spec.
      const target = href === "../openapi.yaml" ? "api.html" : href.replace(/^([\w-]+)\.md(?=#|$)/, "$1.html");
      // The mock may be elsewhere; where it serves the page, a script knows.
      const isInMock = target.startsWith(`${usualAddress}/`);
      const mock = isInMock ? ` data-mock="${escapeHtml(target.slice(usualAddress.length))}"` : "";
      return `<a href="${escapeHtml(target)}"${mock}>${this.parser?.parseInline(tokens) ?? ""}</a>`;
    },
    table(token) {
      return `<figure class="table" tabindex="0" aria-label="Table">${Renderer.prototype.table.call(this, token)}</figure>\n`;
    },
  };
}
