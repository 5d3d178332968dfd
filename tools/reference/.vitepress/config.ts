import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { transformerStyleToClass } from "@shikijs/transformers";
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from "vitepress";
import { searchBoxOptions, searchOptions, synonyms, wordsMark } from "../searchOptions.ts";

const source = join(import.meta.dirname, "../generated");
/** The styles of highlighted code. The content security policy forbids inline styles. */
const highlighting = transformerStyleToClass({ classPrefix: "c-" });

export default defineConfig({
  title: "CRM Platform",
  titleTemplate: ":title – CRM Platform reference",
  description: "The reference of the CRM Platform API.",
  lang: "en",
  base: "./",
  srcDir: "generated/pages",
  cacheDir: "generated/cache",
  appearance: { disableTransition: false },
  ignoreDeadLinks: "localhostLinks",
  markdown: {
    codeTransformers: [highlighting],
    anchor: { slugify },
    languages: ["sh", "ts", "json", "http", "yaml", "js", "diff"],
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(?!operations/)" },
      { text: "Operations", link: "/operations/", activeMatch: "^/operations/" },
      { text: "Redoc", link: "/redoc/index.html", target: "_self" },
      { text: "Console", link: "http://127.0.0.1:4010/console", target: "_self", noIcon: true },
    ],
    sidebar: JSON.parse(readFileSync(join(source, "sidebar.json"), "utf8")),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: { detailedView: true, _render: searchableHtml, miniSearch: { options: searchOptions, searchOptions: searchBoxOptions } },
    },
    externalLinkIcon: false,
    notFound: {
      title: "This page does not exist",
      quote: "Search for it, or begin at the overview.",
      linkText: "Overview",
      linkLabel: "Overview",
    },
  },
  // The policy allows scripts and styles only in files. The theme's scripts set the same styles as its style attributes.
  transformHtml(html, file, { siteConfig: { outDir } }) {
    const toAssets = relative(dirname(file), join(outDir, "assets"));
    mkdirSync(join(outDir, "assets"), { recursive: true });
    const links = `<link rel="icon" href="${toAssets}/../icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${toAssets}/highlighting.css">`;
    return html
      .replaceAll(/ style="[^"]*"/g, "")
      .replace("</head>", `${links}</head>`)
      .replaceAll(/<script([^>]*)>([^<]+)<\/script>/g, (_, attributes: string, script: string) => {
        const name = `inline.${createHash("sha256").update(script).digest("hex").slice(0, 8)}.js`;
        writeFileSync(join(outDir, "assets", name), script);
        return `<script${attributes} src="${toAssets}/${name}"></script>`;
      });
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, "assets/highlighting.css"), highlighting.getCSS());
  },
});

function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

/** Omits code, and what the pages of all operations have in common. An operation is a single result, a page of properties has one per property, and all others have one per heading. */
async function searchableHtml(markdown: string, env: MarkdownEnv, { renderAsync }: MarkdownRenderer): Promise<string> {
  const { relativePath } = env;
  const isOperation = /^operations\/\w+\/(?!index)/.test(relativePath);
  const prose = markdown.replaceAll(/^( *)```.*?^\1```$/gms, "");
  const shared = /^## (?:Authorization|Errors|Limits and retries|Evidence)\n.*?(?=^## |(?![\s\S]))/gms;
  const html = await renderAsync(isOperation ? prose.replaceAll(shared, "") : prose, env);
  const words = `<p>${wordsMark}${env.frontmatter?.["search"] ?? ""} ${synonyms[relativePath] ?? ""}</p>`;
  if (isOperation) return html.replaceAll(/<(\/?)h[23]\b[^>]*>/g, "<$1p>") + words;
  if (relativePath.startsWith("properties/")) return html.replaceAll(/<tr>\s*<td>(<a id="([^"]+)">.*?)<\/tr>/gs, propertySection);
  return html.replace(/(?=<h2\b)|$/, words);
}

function propertySection(_: string, row: string, name: string): string {
  const [, label = ""] = row.split(/<\/td>\s*<td>/);
  return `<h2>${name} <a href="#${name}"></a></h2><p>${label}${wordsMark}${name} ${label}</p>`;
}
