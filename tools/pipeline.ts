import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle/bundle.ts";
import type { Document } from "./bundle/document.ts";
import { emit } from "./emit/emit.ts";
import type { Described, PackageName, Specifiers } from "./emit/files.ts";
import { lint } from "./lint/lint.ts";
import { readBehaviours } from "./model/behaviours.ts";
import { buildModel } from "./model/build.ts";
import { type Problem, ProblemsError } from "./problems.ts";
import { type Plan, planFiles } from "./write/plan.ts";

/** From which document, by which lint rules, into which folders. */
export interface Job {
  readonly document: string;
  /** The document of the mock's own API, which only the mock gets. */
  readonly control?: string;
  /** The folder whose areas have tables of behaviour. */
  readonly behaviours?: string;
  readonly configuration: string;
  readonly folders: Record<PackageName, string>;
  readonly specifiers: Specifiers;
  /** What a person types to run this job. */
  readonly command: string;
}

/** Runs every stage but the last: what comes out is what is to be written. @throws ProblemsError */
export async function run(job: Job): Promise<Plan> {
  const [platform, control, behaviours] = await Promise.all([
    read(job.document, job.configuration),
    job.control === undefined ? undefined : read(job.control, job.configuration),
    job.behaviours === undefined ? [] : readBehaviours(job.behaviours),
  ]);
  return planFiles(emit({ ...platform, control, behaviours }, job.specifiers, job.command), job.folders);
}

async function read(file: string, configuration: string): Promise<Described> {
  refuse("lint", await lint(file, configuration));
  const document = await bundle(file, configuration);
  refuse("lint the bundle", await lintBundle(document, configuration));
  return { document, model: await buildModel(document) };
}

function refuse(stage: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError(stage, problems);
}

async function lintBundle(document: Document, configuration: string): Promise<Problem[]> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-lint-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    return (await lint(file, configuration)).map((problem) => ({ ...problem, file: "the bundle" }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
