import { scopes } from "@crm-platform/types";
import MiniSearch from "minisearch";
import { type Found, searchOptions } from "./browser/searchOptions.ts";
import type { Facts } from "./facts.ts";
import type { GuideText } from "./markdown.ts";
import { sendResults } from "./tables/data.tsx";
import { errorCatalogue } from "./tables/errors.tsx";

interface Entry extends Found {
  /** What is searched beside the title. */
  readonly text: string;
}

/**
 * The index of the search, as a script: pages that lie on a disk may load scripts and nothing else.
 * @param guides by their files
 */
export function searchIndex(facts: Facts, guides: ReadonlyMap<string, GuideText>): string {
  const index = new MiniSearch<Entry>(searchOptions);
  const entries = [...ofOperations(facts), ...ofErrors(facts), ...ofScopes(), ...ofSendResults(facts), ...ofGuides(guides)];
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return `globalThis.searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}

function ofOperations({ operations }: Facts): Entry[] {
  return operations.map(({ id, summary, description, method, path, href }) => ({
    href,
    title: summary,
    kind: "Operation",
    context: `${id} · ${method} ${path}`,
    text: `${id} ${path} ${description}`,
  }));
}

function ofErrors(facts: Facts): Entry[] {
  return errorCatalogue(facts).map(({ status, category, situations }) => ({
    href: `errors.html#category-${category}`,
    title: category,
    kind: "Error",
    context: `${status} · ${situations[0]?.text ?? ""}`,
    text: situations.map(({ text, message }) => `${text} ${message}`).join(" "),
  }));
}

function ofScopes(): Entry[] {
  return Object.entries(scopes).map(([scope, text]) => ({
    href: `authentication.html#scope-${scope}`,
    title: scope,
    kind: "Scope",
    context: text,
    text,
  }));
}

function ofSendResults(facts: Facts): Entry[] {
  return sendResults(facts).map(({ value, meaning }) => ({
    href: `transactional-email.html#send-${value}`,
    title: value,
    kind: "Send result",
    context: meaning,
    text: meaning,
  }));
}

function ofGuides(guides: ReadonlyMap<string, GuideText>): Entry[] {
  return [...guides].flatMap(([file, { title, sections }]) =>
    sections.map(({ anchor, heading, depth, text }) => ({
      href: depth === 1 ? file : `${file}#${anchor}`,
      title: heading,
      kind: "Guide",
      context: depth === 1 ? text.slice(0, 120) : title,
      text,
    })),
  );
}
