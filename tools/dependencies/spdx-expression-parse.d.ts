declare module "spdx-expression-parse" {
  /** A parsed license expression. An exception (`WITH …`) is a property of the license. */
  export type Expression =
    | { readonly license: string; readonly plus?: true }
    | { readonly conjunction: "and" | "or"; readonly left: Expression; readonly right: Expression };

  /** @throws Error for malformed expressions, and for licenses and exceptions unknown to SPDX */
  export default function parse(source: string): Expression;
}
