import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../../openapi/document.ts";
import { emitClient } from "../../pipeline/emit/client/index.ts";
import { emitTypes } from "../../pipeline/emit/types/index.ts";
import { describeBundle } from "../../pipeline/pipeline.ts";
import { write } from "../../pipeline/write/write.ts";
import { largeDocument } from "../../tests/pipeline/documents.ts";
import { judged, printTable } from "../table.ts";
import { type Compiled, emitDeclarations, installDeclarations, programCompiler } from "./compile.ts";

export interface Program {
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

export async function benchTypes(): Promise<void> {
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
  const imports = { types: "../types/index.ts", engine: "../../node_modules/@crm-platform/client/dist/engine/index.js" };
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
