import { join } from "node:path";
import type { Document } from "../openapi/document.ts";
import type { PackageName } from "../packages.ts";
import { ProblemsError, throwProblems } from "../problems.ts";
import { bundle } from "./bundle/bundle.ts";
import { versionStage } from "./bundle/complete.ts";
import { emit } from "./emit/emit.ts";
import { type Described, type Specifiers, standaloneSpecifiers } from "./emit/files.ts";
import { printTypes } from "./emit/types/typeScript.ts";
import { lint, lintBundle } from "./lint/lint.ts";
import { placed } from "./lint/place.ts";
import { readBehaviors } from "./model/behaviors.ts";
import { buildModel } from "./model/build.ts";
import { type Plan, planFiles } from "./write/write.ts";

const foreignConfiguration = "redocly.foreign.yaml";

export interface Job {
  readonly document: string;
  /** The document of the control API, which only the mock uses. */
  readonly control?: string;
  readonly behaviors?: string;
  readonly configuration: string;
  readonly folders: Record<PackageName, string>;
  readonly specifiers: Specifiers;
  /** Generated files mention the command. */
  readonly command: string;
}

/** The job for a document of another API. Creates the packages' folders in `out`. */
export function foreignJob(document: string, out: string, command: string): Job {
  const folders = { types: join(out, "types"), client: join(out, "client"), mock: join(out, "mock") };
  return { document, configuration: foreignConfiguration, folders, specifiers: standaloneSpecifiers, command };
}

/** `pnpm dev` passes a function that caches unchanged documents. */
export type Read = (file: string, configuration: string) => Promise<Described>;

/** Runs every stage except the last, and returns the files to write. @throws ProblemsError when a stage finds problems */
export async function run(job: Job, read: Read = readDocument): Promise<Plan> {
  const [platform, control, behaviors] = await Promise.all([
    read(job.document, job.configuration),
    job.control === undefined ? undefined : read(job.control, job.configuration),
    job.behaviors === undefined ? [] : readBehaviors(job.behaviors),
  ]);
  return planFiles(emit({ ...platform, control, behaviors }, job.specifiers, job.command), job.folders);
}

async function readDocument(file: string, configuration: string): Promise<Described> {
  const described = await readSources(file, configuration);
  throwProblems("lint the bundle", await lintBundle(described.document, file, configuration));
  return described;
}

/** Does not lint the bundle. @throws ProblemsError when a document has problems */
export async function readSources(file: string, configuration: string): Promise<Described> {
  const reading = bundle(file, configuration).then((document) => describeBundle(document, configuration));
  // The linter's problems are reported first, unless the document has another OpenAPI version, to which other rules apply.
  const [problems, [read]] = await Promise.all([lint(file, configuration), Promise.allSettled([reading])]);
  if (!isVersionProblem(read)) throwProblems("lint", problems);
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(
      error.stage,
      error.problems.map((problem) => placed(problem, file)),
    );
  }
}

export function describeBundle(document: Document, configuration: string): Described {
  const model = buildModel(document);
  // Other documents may use extensions with the same names for other purposes.
  if (configuration !== foreignConfiguration) throwProblems("extensions", model.ignored);
  return { document, model, types: printTypes(document, model) };
}

function isVersionProblem(read: PromiseSettledResult<unknown>): boolean {
  return read.status === "rejected" && read.reason instanceof ProblemsError && read.reason.stage === versionStage;
}
