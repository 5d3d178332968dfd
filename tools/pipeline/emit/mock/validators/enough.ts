import { _, type CodeKeywordDefinition } from "ajv";
import { maxProblems } from "../../../../../packages/mock/src/contract/message.ts";

/**
 * A keyword of our own, for the schema of an item: no further item is looked at once there are as many errors as are told.
 * Else a hostile body of a hundred thousand items takes a quarter of a minute, because the compiled function copies all errors
 * so far for each item that breaks a schema which is referred to.
 */
export const enough: CodeKeywordDefinition & { readonly keyword: string } = {
  keyword: "enough",
  schemaType: "boolean",
  // The reference is where the copy is made.
  before: "$ref",
  // Stands in the loop over the items, in a function that counts its errors as `errors`.
  code: ({ gen }) => void gen.if(_`errors >= ${maxProblems}`, () => gen.break()),
};
