import { expect, test } from "vitest";
import { compiled, schemaPointers } from "./ajv.ts";
import { document } from "./document.ts";

// Prism swallows schemas that do not compile and then checks nothing.
test("every schema of the document compiles, strictly", () => {
  const pointers = schemaPointers();
  for (const pointer of pointers) expect(() => compiled(pointer), pointer).not.toThrow();
  // Counted in the text, where the search for pointers can leave nothing out.
  const { schemas, ...others } = document["components"] as Readonly<Record<string, object>>;
  const inPlace = JSON.stringify([document["paths"], others]).match(/"schema":/g) ?? [];
  expect(pointers.length).toBe(inPlace.length + Object.keys(schemas ?? {}).length);
});

// By any other value Prism reads a 3.1 schema as draft-07, or not at all.
test("the document names the dialect that Prism understands", () => {
  expect(document["jsonSchemaDialect"]).toBe("https://json-schema.org/draft/2020-12/schema");
});
