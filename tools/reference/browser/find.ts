import type MiniSearch from "minisearch";
import type { Options, SearchResult } from "minisearch";

export interface Found {
  readonly href: string;
  readonly title: string;
  /** `Operation`, `Area`, or the title of the linked page. */
  readonly kind: string;
  readonly context: string;
  /** The score is multiplied by this factor. */
  readonly weight: number;
}

const separators = [/\s+/, /[\s/.,:;·_(){}"'`-]+/, /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/];

const stopWords = new Set(
  "a an and are as at be by for has have is it its not of on one or our so that the their them this was which with".split(" "),
);

/** These options must be the same when the index is built and when it is loaded. */
export const searchOptions: Options = {
  fields: ["title", "names", "text"],
  storeFields: ["href", "title", "kind", "context", "weight"],
  // Indexes `meetings.batchRead` as a whole and as separate words.
  tokenize: (text) => separators.flatMap((separator) => text.split(separator)).filter((word) => word !== ""),
  processTerm: (term) => {
    const word = term.toLowerCase().replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
    return word === "" || stopWords.has(word) ? null : word;
  },
  searchOptions: {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 3, names: 2 },
    combineWith: "AND",
  },
};

const exactMatchWeight = 3;

/** Returns the entries that contain, for each given word, that word or a word that begins with it. The best match comes first. */
export function find(index: MiniSearch, words: string): (SearchResult & Found)[] {
  const query = words.trim().toLowerCase();
  const boostDocument = (_id: unknown, _term: string, fields?: Record<string, unknown>): number => {
    const { title, context, weight } = fields as unknown as Found;
    // The context of an operation begins with its id.
    const isExact = title.toLowerCase() === query || context.toLowerCase().startsWith(`${query} · `);
    return isExact ? weight * exactMatchWeight : weight;
  };
  return index.search(words, { boostDocument }) as (SearchResult & Found)[];
}
