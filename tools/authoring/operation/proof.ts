import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { exampleCall } from "../../emit/documentation.ts";
import type { Described } from "../../emit/files.ts";
import type { Model } from "../../model/model.ts";
import { lintBundle, readSources, run } from "../../pipeline.ts";
import { ProblemsError } from "../../problems.ts";
import { repository } from "../../repository.ts";
import type { Design } from "./design.ts";
import type { Files } from "./files.ts";

/**
 * Lints and generates from a copy of the spec with the new files in it, and writes nothing anywhere else.
 * @returns the whole API, the new operation in it
 * @throws ProblemsError that names the files as if they were there already
 */
export async function prove(files: Files): Promise<Described> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-operation-"));
  try {
    await cp("spec", join(folder, "spec"), { recursive: true });
    await writeFiles(files, folder);
    const { control: _unchanged, ...job } = repository;
    const document = join(folder, job.document);
    const described = await readSources(document, job.configuration);
    const problems = await lintBundle(document, described.document, job.configuration);
    if (problems.length > 0) throw new ProblemsError("lint the bundle", problems);
    await run({ ...job, document, behaviours: join(folder, "spec") }, async () => described);
    return described;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(
      error.stage,
      error.problems.map((problem) => ({ ...problem, file: inRepository(problem.file, folder) })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes files, and removes those that are to go, in a folder that is as the repository. */
export async function writeFiles(files: Files, folder = "."): Promise<void> {
  for (const [path, content] of files) {
    if (content === undefined) await rm(join(folder, path));
    else {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  }
}

function inRepository(file: string, folder: string): string {
  const path = relative(folder, file);
  return path.startsWith("..") ? file : path;
}

/** How the operation is called, with curl and in TypeScript; it is the same request. */
export function samplesOf(operation: Design, model: Model): Files {
  const { area, name } = operation;
  return new Map([
    [`spec/${area}/samples/${name}.sh`, curl(operation)],
    [`spec/${area}/samples/${name}.ts`, typeScript(operation, model)],
  ]);
}

function curl({ method, path, ids, query, body, scopes }: Design): string {
  const filled = ids.reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&");
  const usual = body ? "post" : "get";
  const lines = [
    `curl "$CRM_PLATFORM_URL${filled}${search === "" ? "" : `?${search}`}"`,
    ...(scopes.length > 0 ? ['--header "Authorization: Bearer $CRM_PLATFORM_TOKEN"'] : []),
    ...(method === usual ? [] : [`--request ${method.toUpperCase()}`]),
    ...(body ? [`--json '${JSON.stringify(body.example, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n  ")}'`] : []),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

function typeScript({ area, name, summary, answer }: Design, model: Model): string {
  const operation = model.operations.find(({ id }) => id === `${area}.${name}`);
  const call = operation && exampleCall(operation, `client.${area}.${name}(`);
  if (call === undefined) throw new Error(`The model has no call of ${area}.${name}.`);
  const use = answer ? `const answer = ${call}\nconsole.log(answer);` : `${call}\nconsole.log(${JSON.stringify(`Done: ${summary}.`)});`;
  const code = `import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL, accessToken: process.env.CRM_PLATFORM_TOKEN });

${use}
`;
  const formatted = spawnSync("biome", ["format", `--stdin-file-path=spec/${area}/samples/${name}.ts`], { input: code, encoding: "utf8" });
  if (formatted.status !== 0) throw new Error(`The sample cannot be formatted.\n${formatted.stderr}`);
  return formatted.stdout;
}
