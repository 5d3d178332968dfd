import { Marked, Renderer, type Tokens } from "marked";
import { isOperationId, operationHref } from "./facts.ts";
import { escapeHtml, highlight } from "./highlight.ts";
import { usualAddress } from "./usualAddress.ts";

/** HTML, or the name of a table that is rendered from the document. */
export type Part = { readonly html: string } | { readonly table: string };

export interface Heading {
  readonly anchor: string;
  readonly text: string;
}

export interface GuideText {
  readonly title: string;
  readonly summary: string;
  readonly parts: readonly Part[];
  readonly headings: readonly Heading[];
}

const marked = new Marked({ renderer: renderer() });

/** The HTML is trusted, because the guides are part of the repository. `markdown` begins with `# Title`. */
export function readGuide(markdown: string): GuideText {
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === "paragraph");
  // A table is named in a comment, so that the Markdown reads well without it.
  const pieces = markdown.split(/^<!-- table: ([\w-]+) -->$/m);
  return {
    title: plain(headings[0]?.text ?? ""),
    summary: plain(summary?.text ?? ""),
    parts: pieces.map((piece, index) => (index % 2 === 1 ? { table: piece } : { html: marked.parse(piece) as string })),
    headings: headings.filter(({ depth }) => depth === 2).map(({ text }) => ({ anchor: anchorOfHeading(text), text: plain(text) })),
  };
}

function anchorOfHeading(text: string): string {
  return plain(text)
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(/\s+/g, "-");
}

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
    // The tab stop lets keyboard users scroll.
    code({ text, lang = "" }) {
      const [language = ""] = lang.split(" ");
      return `<pre tabindex="0"><code class="${escapeHtml(language)}">${highlight(text, language)}</code></pre>\n`;
    },
    codespan({ text }) {
      const code = `<code>${escapeHtml(text)}</code>`;
      return isOperationId(text) ? `<a href="${operationHref(text)}">${code}</a>` : code;
    },
    link({ href, tokens }) {
      // In the Markdown, links point to other Markdown files and to the index of the spec.
      const target = href === "../openapi.yaml" ? "api.html" : href.replace(/^([\w-]+)\.md(?=#|$)/, "$1.html");
      // The site's script replaces the address with the address of the mock that serves the page.
      const isInMock = target.startsWith(`${usualAddress}/`);
      const mock = isInMock ? ` data-mock="${escapeHtml(target.slice(usualAddress.length))}"` : "";
      return `<a href="${escapeHtml(target)}"${mock}>${this.parser?.parseInline(tokens) ?? ""}</a>`;
    },
    table(token) {
      return `<figure class="table" tabindex="0" aria-label="Table">${Renderer.prototype.table.call(this, token)}</figure>\n`;
    },
  };
}
