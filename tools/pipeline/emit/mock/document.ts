import type { GeneratedFile, Specifiers } from "../files.ts";
import { header } from "../source.ts";

/** What the mock serves. All it knows of the API is the document; its behaviour is written by hand. */
export function emitMockDocument({ document }: Specifiers): GeneratedFile {
  return { path: "document.ts", content: `${header()}export { default as document } from "${document}" with { type: "json" };\n` };
}
