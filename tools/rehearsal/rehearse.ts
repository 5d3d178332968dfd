import { SentenceError } from "../commandLine.ts";
import { checkCompiler, compilers } from "./compilers.ts";
import { checkSites, installMock, type RunningMock, startMock } from "./installedMock.ts";
import { checkBundler, checkCommonJs, checkEsModules } from "./modules.ts";
import { buildPackages, publishPackages } from "./publish.ts";
import { checkPublished } from "./published.ts";
import { checkReadmes } from "./readmes.ts";
import { clearStage, type Stage, setStage } from "./stage.ts";
import { makeVersion, type RehearsedVersion, rehearsedVersion } from "./version.ts";

/** Does one step of the rehearsal, and tells of it. */
type Step = <Result>(title: string, play: () => Promise<Result>) => Promise<Result>;

/**
 * Rehearses a release from the changesets to what users run, on a stage that is taken away in the end, however it ends.
 * @param tell gets a line for each step that has succeeded
 * @param signal aborted to end it before its time
 * @returns what was rehearsed
 * @throws SentenceError of the first step that fails: its title, and why
 */
export async function rehearse(tell: (line: string) => void, signal: AbortSignal): Promise<RehearsedVersion> {
  const step: Step = async (title, play) => {
    const start = performance.now();
    try {
      const result = await play();
      tell(`✓ ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      return result;
    } catch (error) {
      throw new SentenceError(`✗ ${title}\n${indented(error)}\n\nThis version cannot be released as it is.`, { cause: error });
    }
  };
  const rehearsed = await step("the changesets can be read", rehearsedVersion);
  const stage = await step("a copy of the repository, and a registry beside it", () => setStage(rehearsed, signal));
  let mock: RunningMock | undefined;
  try {
    await step(versionTitle(rehearsed), () => makeVersion(stage));
    await step("the packages are built", () => buildPackages(stage));
    await step("they are published", () => publishPackages(stage));
    await step("the registry holds what it should, and nothing else", () => checkPublished(stage));
    const project = await step("npm installs the mock", () => installMock(stage));
    const running = await step("its program starts", () => startMock(stage, project));
    mock = running;
    await step("it serves the reference and the console", () => checkSites(running));
    await checkUsers(stage, running, step);
  } finally {
    await mock?.end();
    await clearStage(stage);
  }
  return rehearsed;
}

function versionTitle({ version, hasChangesets }: RehearsedVersion): string {
  if (hasChangesets) return `the changesets make version ${version}`;
  return `there is no changeset, and none is needed: version ${version} stays`;
}

async function checkUsers(stage: Stage, mock: RunningMock, step: Step): Promise<void> {
  await step("ES modules import the client", () => checkEsModules(stage, mock));
  await step("CommonJS requires it", () => checkCommonJs(stage, mock));
  await step("a bundler bundles it", () => checkBundler(stage, mock));
  for (const compiler of compilers) await step(`TypeScript ${compiler.version} compiles with it`, () => checkCompiler(stage, compiler));
  await step("the examples of the READMEs compile and run", () => checkReadmes(stage, mock));
}

function indented(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/^/gm, "  ");
}
