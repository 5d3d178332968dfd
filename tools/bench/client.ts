import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { operationTable } from "@crm-platform/types";
import ts from "typescript";
import { anyCallBytes, oneCallBytes, oneCallWithLimitAndRefreshBytes, wholeClientBytes } from "../../packages/client/test/budget.ts";
import {
  oneCall,
  oneCallOf,
  oneCallWithLimitAndRefresh,
  openapiFetchAlone,
  type Size,
  sizeOf,
  wholeClient,
} from "../../packages/client/test/bundling.ts";
import type { Document } from "../openapi/document.ts";
import { emitClient } from "../pipeline/emit/client/index.ts";
import { emitTypes } from "../pipeline/emit/types/index.ts";
import { describeBundle } from "../pipeline/pipeline.ts";
import { write } from "../pipeline/write/write.ts";
import { largeDocument } from "../tests/pipeline/documents.ts";
import { judged, printTable } from "./library/measure.ts";

/** Measures the sizes of bundles and the number of types that the compiler creates. */
export async function benchClient(): Promise<void> {
  await benchSizes();
  await benchTypes();
}

async function benchSizes(): Promise<void> {
  const largest = await largestOneCall();
  const rows = [
    row("one call: createConnection, domainsV1.get", await sizeOf(oneCall), oneCallBytes),
    row("one call, with rateLimiter and refreshTokenAuth", await sizeOf(oneCallWithLimitAndRefresh), oneCallWithLimitAndRefreshBytes),
    row(`one call to the largest operation: ${largest.id}`, largest, anyCallBytes),
    row("the whole client: createClient", await sizeOf(wholeClient), wholeClientBytes),
    row("for comparison: openapi-fetch alone", await sizeOf(openapiFetchAlone)),
  ];
  printTable("Client: bundles for browsers (esbuild, minified, gzip -9; 1 KB is 1,000 bytes)", ["", "KB", "KB gzip", "target"], rows);
}

async function largestOneCall(): Promise<Size & { readonly id: string }> {
  const sizes = Object.keys(operationTable).map(async (id) => ({ id, ...(await sizeOf(oneCallOf(id))) }));
  return (await Promise.all(sizes)).reduce((largest, size) => (size.gzipBytes > largest.gzipBytes ? size : largest));
}

function row(title: string, { minifiedBytes, gzipBytes }: Size, limit?: number): string[] {
  const verdict = limit === undefined ? "" : judged(gzipBytes / 1000, limit / 1000, "at most");
  return [title, kilobytes(minifiedBytes), kilobytes(gzipBytes), verdict];
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(2);
}

interface Program {
  readonly title: string;
  readonly source: string;
}

const bareFetch: Program = {
  title: "bare fetch",
  source: `
    const headers = { authorization: "Bearer token" };
    const response = await fetch("http://service.example/cos-domains/v1/domains/610001", { headers });
    console.log((await response.json()).domain);
  `,
};

const ofClient: Program = {
  title: "one call",
  source: `
    import { createClient } from "@crm-platform/client";
    const client = createClient({ baseUrl: "http://service.example", accessToken: "token" });
    const { domain } = await client.domainsV1.get("610001");
    console.log(domain);
  `,
};

function ofLargeClient(operations: number): Program {
  const last = operations - 1;
  return {
    title: `one call, in a client with ${operations} operations`,
    source: `
      import { createConnection } from "@crm-platform/client";
      import { bindClient } from "./large/client/client.js";
      const client = bindClient(createConnection({ baseUrl: "http://service.example", accessToken: "token" }));
      const { field0 } = await client.area${Math.floor(last / 10)}.update${last}("1", { field0: 1 });
      console.log(field0);
    `,
  };
}

export const limits: Compiled = { types: 200, instantiations: 20 };

async function benchTypes(): Promise<void> {
  const [floor, ...ours] = await measureTypes(1_000);
  if (floor === undefined) return;
  printTable(
    "Client: types that TypeScript 5.9 creates for a program (skipLibCheck; lib es2023 and dom)",
    ["", "types", "target", "instantiations", "target"],
    [
      [floor.title, String(floor.types), "", String(floor.instantiations), ""],
      ...ours.map(({ title, types, instantiations }) => [
        title,
        String(types),
        judged(types, limits.types, "at most"),
        String(instantiations),
        judged(instantiations, limits.instantiations, "at most"),
      ]),
    ],
  );
}

export async function measureTypes(operations: number): Promise<(Compiled & { readonly title: string })[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), "crm-platform-types-"));
  const folder = temporary.path;
  await installDeclarations(folder);
  await generateLarge(folder, operations);
  const compile = programCompiler();
  const measured = [];
  for (const [index, { title, source }] of [bareFetch, ofClient, ofLargeClient(operations)].entries()) {
    const file = join(folder, `program${index}.ts`);
    await writeFile(file, source);
    measured.push({ title, ...compile(file) });
  }
  return measured;
}

async function generateLarge(folder: string, operations: number): Promise<void> {
  const sources = join(folder, "sources");
  const described = describeBundle(largeDocument(operations) as Document);
  const imports = {
    types: "../types/index.ts",
    names: "../types/properties.ts",
    engine: "../../node_modules/@crm-platform/client/dist/engine/index.js",
  };
  const files = { types: emitTypes(described, []), client: emitClient(described.model, described.types, imports) };
  const entries = Object.entries(files).flatMap(([name, list]) =>
    list.map(({ path, content }) => [join(sources, name, path), content] as const),
  );
  await write({ folders: [], files: new Map(entries) });
  const options = { module: "nodenext", target: "es2023", lib: ["es2023", "dom"], rewriteRelativeImportExtensions: true };
  await writeFile(
    join(sources, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, rootDir: ".", types: [] }, include: ["types", "client"] }),
  );
  await emitDeclarations(sources, join(folder, "large"));
}

const run = promisify(execFile);

interface Compiled {
  readonly types: number;
  readonly instantiations: number;
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Returns a function that compiles a program with TypeScript 5.9. The programs share parsed files. It throws if a program has errors. */
function programCompiler(): (file: string) => Compiled {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const parse = host.getSourceFile;
  host.getSourceFile = (file, languageVersion) => {
    if (!parsed.has(file)) parsed.set(file, parse(file, languageVersion));
    return parsed.get(file);
  };
  return (file) => {
    const program = ts.createProgram([file], options, host);
    const diagnostics = ts.getPreEmitDiagnostics(program);
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
    return { types: program.getTypeCount(), instantiations: program.getInstantiationCount() };
  };
}

/** Installs the declarations of the types and the client, so that programs in the folder can import them. */
export async function installDeclarations(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = ["types", "client"];
  await Promise.all(
    names.map(async (name) => {
      const installed = join(folder, "node_modules/@crm-platform", name);
      await mkdir(installed, { recursive: true });
      await copyFile(join("packages", name, "package.json"), join(installed, "package.json"));
      await emitDeclarations(join("packages", name), join(installed, "dist"), ["--incremental", "false", "--composite", "false"]);
    }),
  );
}

/** Emits declarations without type checking, because all exported types are explicit. */
async function emitDeclarations(project: string, out: string, more: readonly string[] = []): Promise<void> {
  const words = ["--project", project, "--outDir", out, "--declaration", "--emitDeclarationOnly", "--noCheck", ...more];
  try {
    await run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), ...words]);
  } catch (error) {
    // The compiler writes its diagnostics to stdout, which is not part of the thrown error's message.
    throw new Error((error as { stdout?: string }).stdout || String(error));
  }
}
