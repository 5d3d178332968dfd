import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SentenceError } from "../commandLine.ts";
import { readChangesets } from "../gate/changesets/changesets.ts";
import { readmeExamples } from "../readmeExamples.ts";
import { publishPackages } from "./publish.ts";
import { run } from "./run.ts";
import { type Stage, setStage } from "./stage.ts";
import { checkClient, checkExamples, checkPages, installProject, startMock } from "./use.ts";

export interface Rehearsed {
  readonly version: string;
  readonly isNew: boolean;
}

type Step = <Result>(title: string, play: () => Promise<Result>) => Promise<Result>;

/**
 * Rehearses a release, from applying the changesets to using the published packages in projects. Deletes all files that it creates.
 * `report` is called with a line for each step that succeeds.
 * @throws SentenceError when a step fails, with the step's title and the reason
 */
export async function rehearse(root: string, report: (line: string) => void, signal: AbortSignal): Promise<Rehearsed> {
  const step: Step = async (title, play) => {
    const start = performance.now();
    try {
      const result = await play();
      report(`✓ ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      return result;
    } catch (error) {
      throw new SentenceError(`✗ ${title}\n${indented(error)}\n\nThis version cannot be released.`, { cause: error });
    }
  };
  await using stage = await step("the repository is copied, and a registry is started", () => setStage(root, signal));
  const isNew = (await readChangesets(stage.copy)).length > 0;
  const [title, script] = isNew
    ? ["the changesets produce the next version", "version:packages"]
    : ["no changesets exist, and no changes require one", "change:check"];
  await step(title, () => run(["pnpm", "run", script], { folder: stage.copy, signal }));
  await step("the packages are built and published", () => publishPackages(stage));
  const version = await readVersion(stage);
  await rehearseUse(stage, version, step);
  return { version, isNew };
}

async function readVersion({ copy }: Stage): Promise<string> {
  const { version } = JSON.parse(await readFile(join(copy, "packages/types/package.json"), "utf8")) as { version: string };
  return version;
}

async function rehearseUse(stage: Stage, version: string, step: Step): Promise<void> {
  const client = ["@crm-platform/types", "@crm-platform/client"];
  const all = await step("npm installs the packages", () => installProject(stage, version, [...client, "@crm-platform/mock"]));
  await using mock = await step("the mock starts", () => startMock(all));
  await step("the mock serves the reference and the console", () => checkPages(mock.url));
  // Installs the client without the mock, because the mock's dependencies might hide a missing dependency of the client.
  const clientAlone = await step("npm installs the client alone", () => installProject(stage, version, client));
  await step("the client calls the mock", () => checkClient(clientAlone, mock.url));
  const examples = await readmeExamples(stage.copy);
  await step("the examples of the READMEs compile and run", () => checkExamples(all, mock.url, examples));
}

function indented(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/^/gm, "  ");
}
