import MiniSearch from "minisearch";
import { type Found, searchOptions } from "./browser/find.ts";
import type { Facts } from "./facts.ts";
import type { GuideText } from "./markdown.ts";
import { type FieldFacts, fieldsOf } from "./searchFields.ts";
import { headingsOf, kindOfRow, rowsOf } from "./searchRows.ts";

interface Entry extends Found {
  /** What it is called beside its title. */
  readonly names: string;
  /** What else is searched. */
  readonly text: string;
}

/** The length of the line below a title, in characters. */
const maxContextLength = 100;

/**
 * The index of the search, as a script: pages that lie on a disk may load scripts and nothing else. It knows what the pages
 * show: headings, text, the rows of tables, and of the page of the API each operation with its fields and parameters.
 * @param guides by their files
 * @param pages the finished pages, but that of the API, by their files
 */
export function searchIndex(facts: Facts, guides: ReadonlyMap<string, GuideText>, pages: ReadonlyMap<string, string>): string {
  const index = new MiniSearch<Entry>(searchOptions);
  const ofTexts = ofGuides(guides);
  const entries = [
    ...ofOperations(facts),
    ...ofAreas(facts),
    ...ofTexts,
    ...ofHeadings(pages, new Set(ofTexts.map(({ href }) => href))),
    ...ofRows(pages),
    ...fieldsOf(facts).map(ofField),
  ];
  index.addAll(entries.map((entry, id) => ({ ...entry, context: shorten(entry.context), id })));
  return `globalThis.searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}

function ofOperations({ operations }: Facts): Entry[] {
  return operations.map(({ id, summary, description, method, path, href }) => ({
    href,
    title: summary,
    kind: "Operation",
    context: `${id} · ${method} ${path}`,
    names: `${id} ${path}`,
    text: description,
  }));
}

function ofAreas({ areas }: Facts): Entry[] {
  return areas.map(({ href, name, title, description }) => ({
    href,
    title,
    kind: "Area",
    context: description,
    names: name,
    text: description,
  }));
}

function ofField({ kind, name, owner, description, operations }: FieldFacts): Entry {
  const [first, ...others] = operations;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return {
    href: first?.href ?? "api.html",
    title: name,
    kind,
    context: `${first?.id}${more} · ${description}`,
    names: owner,
    text: description,
  };
}

function ofGuides(guides: ReadonlyMap<string, GuideText>): Entry[] {
  return [...guides].flatMap(([file, { title, sections }]) =>
    sections.map(({ anchor, heading, depth, text }) => ({
      href: depth === 1 ? file : `${file}#${anchor}`,
      title: heading,
      kind: "Guide",
      context: depth === 1 ? text : title,
      names: title,
      text,
    })),
  );
}

/** The headings that no text of a guide has: those of the first page and of tables. */
function ofHeadings(pages: ReadonlyMap<string, string>, known: ReadonlySet<string>): Entry[] {
  return [...pages].flatMap(([file, html]) => {
    const [, title = ""] = /<title>(.*?) – /.exec(html) ?? [];
    return headingsOf(html)
      .map(({ anchor, cells: [heading = ""] }): Entry => {
        return { href: `${file}#${anchor}`, title: heading, kind: "Guide", context: title, names: title, text: "" };
      })
      .filter(({ href }) => !known.has(href));
  });
}

function ofRows(pages: ReadonlyMap<string, string>): Entry[] {
  const rows = [...pages].flatMap(([file, html]) => rowsOf(html).map((row) => ({ file, ...row })));
  // A table that several guides show is found in the first of them.
  const isFirst = rows.filter(({ anchor }, index) => rows.findIndex((row) => row.anchor === anchor) === index);
  return isFirst.map(({ file, anchor, cells: [first = "", second = "", ...others] }) => {
    const href = `${file}#${anchor}`;
    const kind = kindOfRow(href);
    // A number alone says nothing to somebody who looks through a list.
    const isNumbered = /^\d+$/.test(first);
    const details = [...(isNumbered ? [] : [second]), ...others].filter((cell) => cell !== "");
    return {
      href,
      title: isNumbered ? `${first} ${second}` : first,
      kind,
      context: details.join(" · "),
      names: kind,
      text: details.join(" "),
    };
  });
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxContextLength ? `${line.slice(0, maxContextLength - 1)}…` : line;
}
