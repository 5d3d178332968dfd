import { expect, test } from "vitest";
import { compiled, schemaPointers } from "./ajv.ts";
import { document } from "./document.ts";

// Prism does not check anything by a schema that does not compile.
test("every schema of the document compiles, strictly", () => {
  const pointers = schemaPointers();
  for (const pointer of pointers) expect(() => compiled(pointer), pointer).not.toThrow();
  // Counted in the text, which cannot miss any.
  const { schemas, ...others } = document["components"] as Readonly<Record<string, object>>;
  const inPlace = JSON.stringify([document["paths"], others]).match(/"schema":/g) ?? [];
  expect(pointers.length).toBe(inPlace.length + Object.keys(schemas ?? {}).length);
});

// With any other dialect, Prism reads schemas as draft-07, or not at all.
test("the document names the dialect that Prism understands", () => {
  expect(document["jsonSchemaDialect"]).toBe("https://json-schema.org/draft/2020-12/schema");
});
