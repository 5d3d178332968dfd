import type MiniSearch from "minisearch";
import type { Options, SearchResult } from "minisearch";

/** What is known of a thing that was found. */
export interface Found {
  /** Relative to any page of the site. */
  readonly href: string;
  readonly title: string;
  readonly kind: Kind;
  /** A line that tells it from others of the same title. */
  readonly context: string;
}

/** How much a thing weighs in the search, by its kind: an operation before its fields, and what a table lists before its details. */
const weights = {
  Operation: 3,
  Area: 3,
  Guide: 3,
  Error: 2,
  "OAuth error": 2,
  Scope: 2,
  "Send result": 2,
  "Sunset interface": 2,
  "Association type": 1.5,
  "Event property": 1.5,
  Deprecated: 1.5,
  Limit: 1.5,
  Parameter: 1,
  Field: 1,
  Header: 1,
  Rule: 0.5,
  Evidence: 0.3,
} as const;

export type Kind = keyof typeof weights;

const separators = [/\s+/, /[\s/.,:;·_(){}"'`-]+/, /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/];

/** Words that stand everywhere, and so find nothing. */
const common = new Set(
  "a an and are as at be by for has have is it its not of on one or our so that the their them this was which with".split(" "),
);

/** How the index is made and read; both have to agree. */
export const searchOptions: Options = {
  fields: ["title", "names", "text"],
  storeFields: ["href", "title", "kind", "context"],
  // `meetings.batchRead` is found as a whole and by each of its words.
  tokenize: (text) => separators.flatMap((separator) => text.split(separator)).filter((word) => word !== ""),
  processTerm: (term) => {
    const word = term.toLowerCase().replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
    return word === "" || common.has(word) ? null : word;
  },
  searchOptions: {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 3, names: 2 },
    combineWith: "AND",
  },
};

/** How many times more a thing weighs whose name is just what somebody looks for. */
const named = 3;

/** Finds what has all of some words, or the beginnings of longer ones; the best first. */
export function find(index: MiniSearch, words: string): (SearchResult & Found)[] {
  const wanted = words.trim().toLowerCase();
  const boostDocument = (_id: unknown, _term: string, stored?: Record<string, unknown>): number => {
    const { kind, title, context } = stored as unknown as Found;
    // The name of an operation is its id, and its title says what it does.
    const [name = ""] = kind === "Operation" ? context.split(" ") : [title];
    return weights[kind] * (name.toLowerCase() === wanted ? named : 1);
  };
  return index.search(words, { boostDocument }) as (SearchResult & Found)[];
}
