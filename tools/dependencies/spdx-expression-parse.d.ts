/** Declares types for the package, which does not contain any. */
declare module "spdx-expression-parse" {
  /** A parsed licence expression. An exception (`WITH …`) is a property of the licence. */
  export type Expression =
    | { readonly license: string; readonly plus?: true }
    | { readonly conjunction: "and" | "or"; readonly left: Expression; readonly right: Expression };

  /** @throws Error for malformed expressions, and for licences and exceptions unknown to SPDX */
  export default function parse(source: string): Expression;
}
