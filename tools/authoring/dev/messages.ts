/** What the processes of `pnpm dev` say to each other. */

/** To the generator: generate, and read anew the documents that these files belong to; all of them when there are none. */
export interface GenerateRequest {
  readonly kind: "generate";
  readonly files: readonly string[];
}

/** To the generator: lint the bundles that were made since it was last told to. There is time now: everything is written. */
export interface LintRequest {
  readonly kind: "lint";
}

/** From the generator. `late` is what the linter finds in the bundle, when everything is written already. */
export type GenerateAnswer =
  | { readonly kind: "written"; readonly changed: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "late"; readonly message: string };

/** To the mock, once it is loaded: take the database, and answer. */
export interface OpenRequest {
  readonly kind: "open";
  /** The database, as `--database` takes it. */
  readonly database: string;
  /** Whether the account of the examples is to be made: the database is new. */
  readonly demo: boolean;
}

/** To the mock: finish what is in flight and end. */
export interface EndRequest {
  readonly kind: "end";
}

/** From the mock. */
export type MockAnswer =
  | { readonly kind: "loaded"; readonly withoutHandler: readonly string[] }
  | { readonly kind: "serving"; readonly url: string; readonly accessToken?: string };
