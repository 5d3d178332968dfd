import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle/bundle.ts";
import type { Document } from "./bundle/document.ts";
import { emit } from "./emit/emit.ts";
import type { PackageName, Specifiers } from "./emit/files.ts";
import { lint } from "./lint/lint.ts";
import { buildModel } from "./model/build.ts";
import { type Problem, ProblemsError } from "./problems.ts";
import { type Plan, planFiles } from "./write/plan.ts";

/** From which document, by which lint rules, into which folders. */
export interface Job {
  readonly document: string;
  readonly configuration: string;
  readonly folders: Record<PackageName, string>;
  readonly specifiers: Specifiers;
  /** What a person types to run this job. */
  readonly command: string;
}

/** Runs every stage but the last: what comes out is what is to be written. @throws ProblemsError */
export async function run(job: Job): Promise<Plan> {
  refuse("lint", await lint(job.document, job.configuration));
  const document = await bundle(job.document, job.configuration);
  refuse("lint the bundle", await lintBundle(document, job.configuration));
  const model = await buildModel(document);
  return planFiles(emit(model, document, job.specifiers, job.command), job.folders);
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
