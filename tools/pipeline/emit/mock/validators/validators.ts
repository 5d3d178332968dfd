import type { OpenApiDocument } from "../../../../../packages/mock/src/contract/openapi/document.ts";
import type { Document } from "../../../../openapi/document.ts";
import { ProblemsError } from "../../../../problems.ts";
import type { GeneratedFile } from "../../files.ts";
import { type CompiledSchemas, compileSchemas } from "./compiler.ts";

// A cache for `pnpm dev`: compiling takes most of the time after an edit, and one of the two documents is usually unchanged.
const emitted = new WeakMap<Document, GeneratedFile>();

/**
 * Emits the schemas of a document as functions, so that the mock does not need a schema compiler at run time.
 * @param folder the file's folder within the mock's generated code, such as `control/`
 */
export function emitValidators(document: Document, folder: string): GeneratedFile {
  const file = emitted.get(document) ?? compiledFile(document, folder);
  emitted.set(document, file);
  return file;
}

function compiledFile(document: Document, folder: string): GeneratedFile {
  const contract = `${folder === "" ? "" : "../"}../contract/compiled`;
  const open = compiled(document, false);
  const closed = compiled(document, true);
  const helpers = new Set<string>();
  const [openCode, closedCode] = [open, closed].map(({ code }) => plainCode(code, helpers));
  const imports = [...helpers].sort().map((name) => `import ${name} from "ajv/dist/runtime/${name}.js";\n`);
  const content = `// @ts-nocheck: Ajv generates these functions.
${imports.join("")}import { formats } from "${contract}/formats.ts";
import type { Validators } from "${contract}/validators.ts";

let openOnes;
let closedOnes;

export const validators: Validators = {
  get open() {
    return (openOnes ??= open());
  },
  get closed() {
    return (closedOnes ??= closed());
  },
};

function open() {
${openCode}
return ${table(open.names)};
}

function closed() {
${closedCode}
return ${table(closed.names)};
}
`;
  return { path: `${folder}validators.ts`, content: content };
}

/** @throws ProblemsError with the place of a schema that cannot be compiled */
function compiled(document: Document, closed: boolean): ReturnType<CompiledSchemas["code"]> {
  try {
    return compileSchemas(document as unknown as OpenApiDocument, closed).code();
  } catch (error) {
    throw new ProblemsError("validators", [{ file: "the bundle", pointer: "#/", message: (error as Error).message }]);
  }
}

/** Converts Ajv's module to the body of a function. Ajv loads its helpers with `require`; these calls are replaced with imports. */
function plainCode(code: string, helpers: Set<string>): string {
  return code
    .replace('"use strict";', "")
    .replaceAll(/export const (\w+) = (\w+);/g, "const $1 = $2;")
    .replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, (_, name: string) => {
      helpers.add(name);
      return `(${name}.default ?? ${name})`;
    });
}

function table(names: ReadonlyMap<string, string>): string {
  const entries = [...names].map(([place, name]) => `  ${JSON.stringify(place)}: ${name},\n`);
  return `{\n${entries.join("")}}`;
}
