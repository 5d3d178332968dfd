import type { Options } from "minisearch";

/** What is known of a thing that was found. */
export interface Found {
  /** Relative to any page of the site. */
  readonly href: string;
  readonly title: string;
  /** For example `Operation`. */
  readonly kind: string;
  /** A line that tells it from others of the same title. */
  readonly context: string;
}

const separators = [/\s+/, /[\s/.,:;·_(){}"'`-]+/, /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/];

/** How the index is made and read; both have to agree. */
export const searchOptions: Options = {
  fields: ["title", "context", "text"],
  storeFields: ["href", "title", "kind", "context"],
  // `meetings.batchRead` is found as a whole and by each of its words.
  tokenize: (text) => separators.flatMap((separator) => text.split(separator)).filter((word) => word !== ""),
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), boost: { title: 3, context: 2 }, combineWith: "AND" },
};
