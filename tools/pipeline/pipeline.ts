import { dirname } from "node:path";
import type { Document } from "../openapi/document.ts";
import type { PackageName } from "../packages.ts";
import { ProblemsError, throwProblems } from "../problems.ts";
import { bundle } from "./bundle/bundle.ts";
import { emit } from "./emit/emit.ts";
import type { Described } from "./emit/files.ts";
import { printTypes } from "./emit/types/typeScript.ts";
import { lint, lintBundle } from "./lint/lint.ts";
import { withPlace } from "./lint/place.ts";
import { readBehaviors } from "./model/behaviors.ts";
import { buildModel } from "./model/build.ts";
import { readBuiltInProperties } from "./model/builtInProperties.ts";
import { type Plan, planFiles } from "./write/write.ts";

export interface Job {
  readonly document: string;
  /** The document of the control API. */
  readonly control: string;
  /** The folder of the rules. */
  readonly behaviors: string;
  /** The folder of the built-in properties. */
  readonly builtIn: string;
  readonly configuration: string;
  readonly folders: Record<PackageName, string>;
}

/** `pnpm dev` passes a function that caches unchanged documents. */
export type Read = (file: string, configuration: string) => Promise<Described>;

/** Runs every stage except the last, and returns the files to write. @throws ProblemsError when a stage finds problems */
export async function run(job: Job, read: Read = readDocument): Promise<Plan> {
  const [platform, control] = await Promise.all([read(job.document, job.configuration), read(job.control, job.configuration)]);
  const behaviors = readBehaviors(job.behaviors, dirname(job.document));
  const builtIn = readBuiltInProperties(job.builtIn);
  return planFiles(emit({ ...platform, control, behaviors, builtIn }), job.folders);
}

async function readDocument(file: string, configuration: string): Promise<Described> {
  const sources = await readSources(file, configuration);
  throwProblems("lint the bundle", await lintBundle(sources.document, file, configuration));
  return sources;
}

/** Does not lint the bundle. @throws ProblemsError when a document has problems */
export async function readSources(file: string, configuration: string): Promise<Described> {
  const reading = bundle(file, configuration).then(describeBundle);
  // The linter's problems are reported first, because the others may be consequences.
  const [problems] = await Promise.all([lint(file, configuration), Promise.allSettled([reading])]);
  throwProblems("lint", problems);
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(
      error.stage,
      error.problems.map((problem) => withPlace(problem, file)),
    );
  }
}

export function describeBundle(document: Document): Described {
  return { document, model: buildModel(document), types: printTypes(document) };
}
