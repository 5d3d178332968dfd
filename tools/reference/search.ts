import MiniSearch from "minisearch";
import type { Document, Operation } from "../openapi/document.ts";
import { lookUp } from "../openapi/resolve.ts";
import { type Found, searchOptions } from "./browser/find.ts";
import type { Facts } from "./facts.ts";
import { pages as allPages } from "./pages.ts";

interface Entry extends Found {
  readonly names: string;
  readonly text: string;
}

const maxContextLength = 100;

/** Builds the index as a script, because a page opened from the file system can load scripts but not data. `pages` omits the API page. */
export function searchIndex(facts: Facts, pages: ReadonlyMap<string, string>): string {
  const index = new MiniSearch<Entry>(searchOptions);
  const rows = [...pages].flatMap(([file, html]) => rowsOf(file, html));
  // If two guides contain the same table, the search finds only the first.
  const firstRows = new Map(rows.toReversed().map((row) => [row.href.split("#")[1], row]));
  const entries = [
    ...operationsOf(facts),
    ...areasOf(facts),
    ...[...pages].flatMap(([file, html]) => sectionsOf(file, html)),
    ...firstRows.values(),
  ];
  index.addAll(entries.map((entry, id) => ({ ...entry, context: shorten(entry.context), id })));
  return `globalThis.searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}

function operationsOf({ document, operations }: Facts): Entry[] {
  return operations.map(({ id, summary, description, method, path, href, source }) => ({
    href,
    title: summary,
    kind: "Operation",
    context: `${id} · ${method} ${path}`,
    weight: 4,
    names: `${id} ${path}`,
    text: [description, ...namesBelow(document, withoutErrors(source))].join(" "),
  }));
}

/** Almost all operations share error responses, so a search for a name in them would find almost every operation. */
function withoutErrors({ responses = {}, ...others }: Operation): object {
  return { ...others, responses: Object.entries(responses).flatMap(([status, response]) => (status.startsWith("2") ? response : [])) };
}

function namesBelow(document: Document, node: unknown, visitedNodes = new Set<unknown>()): Set<string> {
  if (typeof node !== "object" || node === null || visitedNodes.has(node)) return new Set();
  visitedNodes.add(node);
  const { $ref, properties, headers, in: place, name, enum: values, ...others } = node as Record<string, unknown>;
  const target = typeof $ref === "string" ? lookUp(document, $ref) : undefined;
  const members = { ...Object(properties), ...Object(headers) } as Record<string, unknown>;
  const knownValues = others["x-known-values"];
  const own = [
    ...Object.keys(members),
    ...(typeof place === "string" ? [name] : []),
    ...[values ?? []].flat(),
    ...[knownValues ?? []].flat(),
  ];
  const parts = Object.entries(others).filter(([key]) => !["example", "examples"].includes(key) && !key.startsWith("x-"));
  const below = [target, ...Object.values(members), ...parts.map(([, part]) => part)];
  return new Set([...own.map(String), ...below.flatMap((part) => [...namesBelow(document, part, visitedNodes)])]);
}

function areasOf({ areas }: Facts): Entry[] {
  return areas.map(({ href, name, title, description }) => ({
    href,
    title,
    kind: "Area",
    context: description,
    weight: 3,
    names: name,
    text: description,
  }));
}

function sectionsOf(file: string, html: string): Entry[] {
  const [, main = ""] = /<main[^>]*>(.*)<nav class="neighbors"/s.exec(html) ?? [];
  const prose = main.replaceAll(/<(pre|noscript)\b.*?<\/\1>|<tr id=.*?<\/tr>/gs, "");
  return prose.split(/(?=<h1>|<h[23] id=)/).flatMap((section) => {
    const [, anchor, heading = "", rest = ""] = /^<h[123](?: id="([^"]+)")?>(.*?)<\/h[123]>(.*)/s.exec(section) ?? [];
    if (heading === "") return [];
    const href = anchor === undefined ? file : `${file}#${anchor}`;
    const text = textOf(rest);
    const kind = titleOf(file);
    return [{ href, title: textOf(heading), kind, context: text, weight: 3, names: kind, text }];
  });
}

/** Skips rows without an anchor. The title is the first cell; if that is a number, the second cell is appended. */
function rowsOf(file: string, html: string): Entry[] {
  return [...html.matchAll(/<tr id="([^"]+)"[^>]*>(.*?)<\/tr>/gs)].map(([, anchor = "", row = ""]) => {
    const cells = [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell));
    const [first = "", second = "", ...others] = cells;
    const isNumbered = /^\d+$/.test(first);
    const details = (isNumbered ? others : [second, ...others]).filter((cell) => cell !== "");
    return {
      href: `${file}#${anchor}`,
      title: isNumbered ? `${first} ${second}` : first,
      kind: titleOf(file),
      context: details.join(" · "),
      // Rows of the fidelity page match almost every search, but are rarely the best result.
      weight: file === "fidelity.html" ? 0.4 : 1.75,
      names: anchor,
      text: details.join(" "),
    };
  });
}

function titleOf(file: string): string {
  return allPages.find((page) => page.file === file)?.title ?? "";
}

const characters: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:br|p|li|dt|dd|td|th|h\d)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name)
    .replaceAll(/\s+/g, " ")
    .trim();
}

function shorten(text: string): string {
  return text.length > maxContextLength ? `${text.slice(0, maxContextLength - 1)}…` : text;
}
