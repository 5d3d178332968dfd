/** Each function throws a ProgramError with the program's output if a program fails. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadmeExample } from "../readmeExamples.ts";
import { root } from "../root.ts";
import { ProgramError, type RunOptions, run, type Server, serve } from "./run.ts";
import type { Stage } from "./stage.ts";

export type Project = Pick<RunOptions, "folder" | "signal">;

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

/**
 * Installs dependencies of the packages from npm's cache or its configured registry.
 * @throws Error when a package cannot be installed, or when a version other than the published one is installed
 */
export async function installProject(
  { folder: parent, registry, signal }: Pick<Stage, "folder" | "registry" | "signal">,
  version: string,
  packages: readonly string[],
): Promise<Project> {
  const folder = join(parent, packages.at(-1)?.replace("/", "-") ?? "");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await writeFile(join(folder, ".npmrc"), `@crm-platform:registry=${registry.url}\n`);
  const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  // By default, npm retries for minutes before it reports a missing network.
  const impatiently = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  await run(["npm", "install", ...quietly, ...impatiently, ...packages], { folder, signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramError && unreachable.test(error.message))) throw error;
    throw new Error(`The npm registry cannot be reached, and npm's cache does not contain some of the dependencies.\n${error.message}`);
  });
  for (const name of packages) {
    const manifest = await readFile(join(folder, "node_modules", name, "package.json"), "utf8");
    const { version: installed } = JSON.parse(manifest) as { version: string };
    if (installed !== version) throw new Error(`npm installed ${name} ${installed}, not ${version}.`);
  }
  return { folder, signal };
}

export function startMock(project: Project): Promise<Server> {
  const words = ["npm", "exec", "--no", "--", "crm-platform-mock", "start", "--port", "0", "--demo"];
  return serve(words, /^ready (.+)$/m, project);
}

/** @throws Error that lists all missing files */
export async function checkPages(url: string): Promise<void> {
  const problems: string[] = [];
  for (const path of ["/docs/", "/console"]) {
    const page = await fetch(new URL(path, url));
    const styleSheet = /<link[^>]* href="([^"]+\.css)"/.exec(await page.text())?.[1];
    if (!page.ok) problems.push(`${path} returns ${page.status}.`);
    else if (styleSheet === undefined) problems.push(`${path} does not link to a style sheet.`);
    else {
      const { status } = await fetch(new URL(styleSheet, page.url));
      if (status !== 200) problems.push(`${path} links to ${styleSheet}, which returns ${status}.`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

export async function checkClient(project: Project, url: string): Promise<void> {
  const program = `
    import { createClient } from "@crm-platform/client";
    const client = createClient({ baseUrl: ${JSON.stringify(url)}, accessToken: "demo-access-token-4815162" });
    const { objects } = await client.domainsV1.list();
    if (objects.length !== 2) throw new Error("The list has " + objects.length + " domains, not 2.");
  `;
  await run([process.execPath, "--input-type=module", "--eval", program], project);
}

const addressInReadmes = "http://127.0.0.1:4010";

const compiler = join(root, "node_modules/typescript/bin/tsc");

/** Uses the strictest compiler settings, and also checks the declarations of the packages. */
export async function checkExamples({ folder: parent, signal }: Project, url: string, examples: readonly ReadmeExample[]): Promise<void> {
  const folder = join(parent, "examples");
  await mkdir(folder);
  const files = examples.map(({ readme, line }) => `${readme.replaceAll(/[/.]/g, "-")}-${line}.ts`);
  await Promise.all(examples.map(({ code }, index) => writeFile(join(folder, files[index] ?? ""), code.replaceAll(addressInReadmes, url))));
  const compilerOptions = {
    target: "ES2022",
    module: "nodenext",
    lib: ["ES2023"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    resolveJsonModule: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await run([process.execPath, compiler, "--project", folder, "--pretty", "false"], { folder, signal });
  // Runs all examples in one process, because loading the packages takes most of the time.
  const program = `for (const file of ${JSON.stringify(files)}) await import("./" + file);`;
  await run([process.execPath, "--input-type=module", "--eval", program], { folder, signal });
}
