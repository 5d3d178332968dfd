/** What users do with the installed packages. Each check throws a ProgramError with the output of the program that fails. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadmeExample } from "../readmeExamples.ts";
import { entryPoints, type Project } from "./project.ts";
import { root, run, type Served, serve } from "./run.ts";

/** A running mock with the demo account. */
export interface RunningMock {
  readonly url: string;
  /** Of the demo account. */
  readonly accessToken: string;
}

/** The installed command, which is not looked for elsewhere. */
const program = ["npm", "exec", "--no", "--", "crm-platform-mock"];

/** Starts the installed mock with its command. */
export async function startMock(project: Project): Promise<RunningMock & Pick<Served, "end">> {
  const help = await run([...program, "--help"], project);
  if (!help.includes("crm-platform-mock start")) throw new Error(`crm-platform-mock --help does not mention the command start:\n${help}`);
  const { found: url, end } = await serve([...program, "start", "--port", "0", "--demo"], /^ready (.+)$/m, project);
  return { url, accessToken: "story-access-token-4815162", end };
}

/** Requests the reference and the console, and everything that their first pages link to. @throws Error with what is missing */
export async function checkSites({ url }: Pick<RunningMock, "url">): Promise<void> {
  const problems = (await Promise.all(["/docs/", "/console"].map((path) => checkPage(new URL(path, url))))).flat();
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function checkPage(address: URL): Promise<string[]> {
  const page = await fetch(address);
  const html = await page.text();
  if (!page.ok || !page.headers.get("content-type")?.startsWith("text/html")) return [`${address.pathname} is not a page: ${page.status}`];
  const links = [...html.matchAll(/\s(?:href|src)="([^"#]+)/g)].map(([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), page.url));
  const own = [...new Set(links.filter(({ origin }) => origin === address.origin).map(({ href }) => href))];
  if (!own.some((link) => new URL(link).pathname.endsWith(".css"))) return [`${address.pathname} has no style sheet`];
  const responses = own.map(async (link) => ({ link, status: (await fetch(link)).status }));
  return (await Promise.all(responses)).flatMap(({ link, status }) =>
    status < 400 ? [] : [`${address.pathname} links to ${link}, which answers ${status}`],
  );
}

const clientPackages = ["@crm-platform/types", "@crm-platform/client"];

/** Imports every entry point of the types and the client, and makes a call. */
export async function checkEsModules(project: Project, mock: RunningMock): Promise<void> {
  await runFile(
    project,
    "main.mjs",
    `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    import { createClient } from "@crm-platform/client";
    for (const name of ${await namesIn(project)}) {
      if (name.endsWith(".yaml")) assert.ok(readFileSync(new URL(import.meta.resolve(name)), "utf8").includes("openapi:"), name);
      else {
        const module = await import(name, name.endsWith(".json") ? { with: { type: "json" } } : {});
        assert.ok(Object.keys(module).length > 0, name + " exports nothing");
      }
    }
    ${firstCall(mock)}
  `,
  );
}

/** Requires every entry point of the types and the client, and makes a call. */
export async function checkCommonJs(project: Project, mock: RunningMock): Promise<void> {
  await runFile(
    project,
    "main.cjs",
    `
    const assert = require("node:assert/strict");
    const { createClient } = require("@crm-platform/client");
    for (const name of ${await namesIn(project)}) {
      if (name.endsWith(".yaml")) require.resolve(name);
      else assert.ok(Object.keys(require(name)).length > 0, name + " exports nothing");
    }
    (async () => {${firstCall(mock)}})();
  `,
  );
}

/** Bundles a program for browsers, and runs the bundle. */
export async function checkBundler(project: Project, mock: RunningMock): Promise<void> {
  const source = `import { createClient } from "@crm-platform/client";
    const assert = { equal(one, other) { if (one !== other) throw new Error(one + " is not " + other); } };
    ${firstCall(mock)}
  `;
  await writeFile(join(project.folder, "bundled.js"), source);
  const esbuild = join(root, "tools/node_modules/.bin/esbuild");
  const options = ["--bundle", "--platform=browser", "--format=esm", "--log-level=warning", "--outfile=bundle.mjs"];
  await run([esbuild, "bundled.js", ...options], project);
  await run([process.execPath, "bundle.mjs"], project);
}

async function namesIn({ folder }: Project): Promise<string> {
  const names = await Promise.all(clientPackages.map((name) => entryPoints(folder, name)));
  return JSON.stringify(names.flat());
}

/** A call as a program in which `assert` and `createClient` are defined. */
function firstCall({ url, accessToken }: RunningMock): string {
  return `
    const client = createClient({ baseUrl: ${JSON.stringify(url)}, accessToken: ${JSON.stringify(accessToken)} });
    const { objects } = await client.domains.list();
    assert.equal(objects.length, 2);
  `;
}

async function runFile(project: Project, file: string, source: string): Promise<void> {
  await writeFile(join(project.folder, file), source);
  await run([process.execPath, file], project);
}

export interface Compiler {
  readonly version: string;
  /** The folder of its package. */
  readonly folder: string;
}

/** The compilers that the published declarations support. */
export const compilers: readonly Compiler[] = [
  { version: "5.9", folder: join(root, "tools/compatibility/node_modules/typescript-5") },
  { version: "6.0", folder: join(root, "tools/compatibility/node_modules/typescript-6") },
  { version: "7.0", folder: join(root, "node_modules/typescript") },
];

/** Compiles programs that use every entry point of the types and the client. */
export async function checkCompiler(project: Project, compiler: Compiler): Promise<void> {
  const folder = join(project.folder, `typescript-${compiler.version}`);
  for (const file of ["entryPoints.ts", "exercise.ts"]) await cp(join(root, "tools/consumers", file), join(folder, file));
  await compile({ ...project, folder }, compiler, { lib: ["ES2022", "DOM"], types: [] });
}

/** The address of the mock in the examples of the READMEs. */
const addressInReadmes = "http://127.0.0.1:4010";

/** Compiles examples with the oldest and the newest compiler, and runs them. */
export async function checkExamples(
  project: Project,
  { url }: Pick<RunningMock, "url">,
  examples: readonly ReadmeExample[],
): Promise<void> {
  const folder = join(project.folder, "examples");
  await mkdir(folder);
  const files = examples.map(({ readme, line }) => `${readme.replaceAll(/[/.]/g, "-")}-${line}.ts`);
  await Promise.all(examples.map(({ code }, index) => writeFile(join(folder, files[index] ?? ""), code.replaceAll(addressInReadmes, url))));
  for (const compiler of [compilers.at(0), compilers.at(-1)]) {
    if (compiler !== undefined) await compile({ ...project, folder }, compiler, { lib: ["ES2023"], types: ["node"] });
  }
  // In one process, because loading the packages is what takes time.
  const program = `for (const file of ${JSON.stringify(files)}) await import("./" + file);`;
  await run([process.execPath, "--input-type=module", "--eval", program], { ...project, folder });
}

/** Compiles all programs of a folder with the strictest settings, including the declarations of packages. */
async function compile(
  project: Project,
  compiler: Compiler,
  { lib, types }: { readonly lib: readonly string[]; readonly types: readonly string[] },
): Promise<void> {
  const compilerOptions = {
    target: "ES2022",
    module: "nodenext",
    lib,
    types,
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    resolveJsonModule: true,
  };
  await writeFile(join(project.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await run([process.execPath, join(compiler.folder, "bin/tsc"), "--project", project.folder, "--pretty", "false"], project);
}
