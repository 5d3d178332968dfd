import { areaOf, type OpenApiDocument, type Operation, readOperations } from "@crm-platform/mock/contract";
import type { Document } from "../../../../openapi/document.ts";
import { ProblemsError } from "../../../../problems.ts";
import type { GeneratedFile } from "../../files.ts";
import { type CompiledSchemas, compileSchemas } from "./compiler.ts";

// A cache for `pnpm dev`: compiling takes most of the time after an edit, and one of the two documents is usually unchanged.
const cache = new WeakMap<Document, GeneratedFile[]>();

/**
 * The mock needs no schema compiler at run time. It loads an area's file on the first request to that area.
 * @param folder the files' folder within the mock's generated code, such as `control/`
 */
export function emitValidators(document: Document, folder: string): GeneratedFile[] {
  const files = cache.get(document) ?? compiledFiles(document as unknown as OpenApiDocument, folder);
  cache.set(document, files);
  return files;
}

function compiledFiles(document: OpenApiDocument, folder: string): GeneratedFile[] {
  const areas = Map.groupBy(readOperations(document), areaOf);
  const imports = [...areas.keys()].map((area) => `  ${area}: () => import("./validators/${area}.ts"),\n`);
  const contract = `${folder === "" ? "" : "../"}../contract/compiled`;
  const table = `import type { ValidatorsByArea } from "${contract}/contracts.ts";

export const validators: ValidatorsByArea = {
${imports.join("")}};
`;
  const files = [...areas].map(([area, operations]) => ({
    path: `${folder}validators/${area}.ts`,
    content: compiledArea(document, operations, `../${contract}`),
  }));
  return [{ path: `${folder}validators.ts`, content: table }, ...files];
}

function compiledArea(document: OpenApiDocument, operations: readonly Operation[], contract: string): string {
  const open = compile(document, operations, false);
  const closed = compile(document, operations, true);
  const helpers = new Set<string>();
  const [openCode, closedCode] = [open, closed].map(({ code }) => plainCode(code, helpers));
  const imports = [...helpers].sort().map((name) => `import ${name} from "ajv/dist/runtime/${name}.js";\n`);
  return `// @ts-nocheck: Ajv generates these functions.
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
}

/** @throws ProblemsError with the place of a schema that cannot be compiled */
function compile(document: OpenApiDocument, operations: readonly Operation[], closed: boolean): ReturnType<CompiledSchemas["code"]> {
  try {
    return compileSchemas(document, operations, closed).code();
  } catch (error) {
    throw new ProblemsError("validators", [{ file: "the bundle", pointer: "#/", message: (error as Error).message }]);
  }
}

/** Ajv loads its helpers with `require`; these calls are replaced with imports. */
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
