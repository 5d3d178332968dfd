export type SearchField = "id" | "createdAt" | "updatedAt";

/** How values are compared: ignoring case, exactly, or numerically (numbers and times). */
export type Comparison = "folded" | "exact" | "number";

export interface SearchBound {
  readonly value: string | number;
  readonly inclusive: boolean;
}

/** A condition on a record. A record without the compared value does not match a condition, but matches its negation. */
export type SearchCondition = { readonly negated: boolean } & (
  | { readonly test: "present"; readonly property: string }
  | {
      readonly test: "equals";
      readonly property: string;
      readonly by: Comparison;
      readonly values: readonly (string | number)[];
      /** Whether a record also matches if one of the options in its value, separated by semicolons, is equal. Requires the comparison `exact`. */
      readonly hasOptions?: boolean;
    }
  | {
      readonly test: "range";
      readonly property: string;
      readonly by: Comparison;
      readonly from?: SearchBound | undefined;
      readonly to?: SearchBound | undefined;
    }
  | { readonly test: "fieldEquals"; readonly field: SearchField; readonly values: readonly number[] }
  | {
      readonly test: "fieldRange";
      readonly field: SearchField;
      readonly from?: SearchBound | undefined;
      readonly to?: SearchBound | undefined;
    }
  /** The properties contain a matching word for each pattern. `*` matches any characters. Without patterns, no record matches. */
  | { readonly test: "words"; readonly properties: readonly string[]; readonly patterns: readonly string[] }
  /** The record has an association with one of the given records or, without `ids`, with any record of the type. */
  | { readonly test: "associated"; readonly toType: string; readonly ids?: readonly string[] }
);

/** The conditions with some kinds of tests, for example `Test<"range">`. */
export type Test<Name extends SearchCondition["test"]> = Extract<SearchCondition, { readonly test: Name }>;

export type WordsCondition = Test<"words">;

/** The calculated properties that a search names. */
export interface CalculatedIndex {
  readonly names: readonly string[];
  /** Identifies the account's settings from which values are calculated. */
  readonly version: string;
}

export interface Search {
  /** A record matches if it meets all conditions of at least one group. Without groups, every record matches. */
  readonly groups: readonly (readonly SearchCondition[])[];
  /** Further groups. A record must also match one of these. */
  readonly query?: readonly (readonly SearchCondition[])[];
  /** By default, results are sorted by creation time. Records without a value for the sort property come last. */
  readonly sort?: ({ readonly property: string; readonly by: Comparison } | { readonly field: SearchField }) & {
    readonly descending: boolean;
  };
  readonly offset: number;
  readonly limit: number;
  /** Searches the records as they were at this time. Default: as they are now. */
  readonly at?: number | undefined;
  /** Changes that become searchable after this time are hidden; see `delaySearches`. Default: none. */
  readonly now?: number;
}
