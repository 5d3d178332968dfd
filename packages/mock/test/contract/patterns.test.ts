import { expect, test } from "vitest";
import { isObject } from "../../src/contract/openapi/document.ts";
import { wordsForFormat, wordsForPattern } from "../../src/contract/problems/patterns.ts";
import { document, readControlDocument } from "../document.ts";

/** Returns all values of a keyword with strings, except in examples. */
function valuesOf(keyword: string, node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => valuesOf(keyword, item));
  if (!isObject(node)) return [];
  const own = typeof node[keyword] === "string" ? [node[keyword]] : [];
  return own.concat(Object.entries(node).flatMap(([name, value]) => (/^examples?$/.test(name) ? [] : valuesOf(keyword, value))));
}

test("messages describe every pattern and format of the documents in words", async () => {
  const documents = [document, await readControlDocument()];
  const patterns = new Set(documents.flatMap((one) => valuesOf("pattern", one)));
  const formats = new Set(documents.flatMap((one) => valuesOf("format", one)));
  expect(Math.min(patterns.size, formats.size)).toBeGreaterThan(5);
  expect([...patterns].filter((pattern) => wordsForPattern(pattern).includes(pattern))).toEqual([]);
  expect([...formats].filter((format) => wordsForFormat(format).includes("must have the format"))).toEqual([]);
});
