import type { Kind } from "./browser/find.ts";

/** A row of a table or a heading, where a link can lead to it. */
export interface Place {
  readonly anchor: string;
  /** The texts of its cells; of a heading, the one text. */
  readonly cells: readonly string[];
}

/** What rows are, by the beginning of their addresses; of several the first. */
const kinds: readonly (readonly [beginning: string, kind: Kind])[] = [
  ["associations.html#association-type-", "Association type"],
  ["authentication.html#scope-", "Scope"],
  ["batches.html#", "Limit"],
  ["custom-events.html#event-property-", "Event property"],
  ["deprecations.html#deprecated-", "Deprecated"],
  ["deprecations.html#sunset-", "Sunset interface"],
  ["errors.html#category-", "Error"],
  ["errors.html#oauth-", "OAuth error"],
  ["fidelity.html#evidence-", "Evidence"],
  ["fidelity.html#", "Rule"],
  ["limits.html#", "Limit"],
  ["pagination.html#", "Limit"],
  ["transactional-email.html#send-", "Send result"],
];

/** What a row is. @param href its address in the site @throws Error for a row that nobody has given a kind */
export function kindOfRow(href: string): Kind {
  const [, kind] = kinds.find(([beginning]) => href.startsWith(beginning)) ?? [];
  if (kind === undefined) throw new Error(`What a row is, the search has to know. It does not for ${href}.`);
  return kind;
}

/** The rows of the tables of a page that have an anchor. @param html a page that we made */
export function rowsOf(html: string): Place[] {
  return [...html.matchAll(/<tr id="([^"]+)"[^>]*>(.*?)<\/tr>/gs)].map(([, anchor = "", row = ""]) => ({
    anchor,
    cells: [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
  }));
}

/** The headings of a page that have an anchor. @param html a page that we made */
export function headingsOf(html: string): Place[] {
  const headings = html.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs);
  return [...headings].map(([, , anchor = "", heading = ""]) => ({ anchor, cells: [textOf(heading)] }));
}

const characters: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

function textOf(html: string): string {
  return html
    .replaceAll(/<br ?\/?>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name)
    .trim();
}
