import { SentenceError } from "../commandLine.ts";
import { readmeExamples } from "../readmeExamples.ts";
import { checkBundler, checkCommonJs, checkCompiler, checkEsModules, checkExamples, checkSites, compilers, startMock } from "./checks.ts";
import { installProject } from "./project.ts";
import { buildPackages, publishPackages } from "./publish.ts";
import { checkPublished } from "./published.ts";
import { clearStage, type RehearsedVersion, type Stage, setStage } from "./stage.ts";
import { makeVersion, rehearsedVersion } from "./version.ts";

/** Runs one step of the rehearsal, and reports it. */
type Step = <Result>(title: string, play: () => Promise<Result>) => Promise<Result>;

/**
 * Rehearses a release of a repository, from the changesets to the programs of users. Deletes everything that it creates.
 * @param tell called with a line for each step that succeeds
 * @param signal aborted to end the rehearsal early
 * @throws SentenceError when a step fails, with its title and the reason
 */
export async function rehearse(root: string, tell: (line: string) => void, signal: AbortSignal): Promise<RehearsedVersion> {
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
  const rehearsed = await step("the changesets are read", () => rehearsedVersion(root));
  const stage = await step("the repository is copied, and a registry started", () => setStage(root, rehearsed, signal));
  try {
    await step(versionTitle(rehearsed), () => makeVersion(stage));
    await step("the packages are built", () => buildPackages(stage));
    await step("the packages are published", () => publishPackages(stage));
    await step("the registry holds the right files", () => checkPublished(stage));
    await rehearseUse(stage, root, step);
  } finally {
    await clearStage(stage);
  }
  return rehearsed;
}

function versionTitle({ version, hasChangesets }: RehearsedVersion): string {
  if (hasChangesets) return `the changesets make version ${version}`;
  return `there are no changesets and none are needed: version ${version} stays`;
}

async function rehearseUse(stage: Stage, root: string, step: Step): Promise<void> {
  const all = await step("npm installs the mock", () =>
    installProject(stage, "mock", ["@crm-platform/types", "@crm-platform/client", "@crm-platform/mock"]),
  );
  const mock = await step("the mock starts", () => startMock(all));
  try {
    await step("the mock serves the reference and the console", () => checkSites(mock));
    // Without the mock, whose dependencies might hide that one is missing.
    const client = await step("npm installs the client", () =>
      installProject(stage, "client", ["@crm-platform/types", "@crm-platform/client"]),
    );
    await step("ES modules import the client", () => checkEsModules(client, mock));
    await step("CommonJS requires the client", () => checkCommonJs(client, mock));
    await step("a bundler bundles the client", () => checkBundler(client, mock));
    for (const compiler of compilers) {
      await step(`TypeScript ${compiler.version} compiles with the client`, () => checkCompiler(client, compiler));
    }
    const examples = await readmeExamples(root);
    await step("the examples of the READMEs compile and run", () => checkExamples(all, mock, examples));
  } finally {
    await mock.end();
  }
}

function indented(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/^/gm, "  ");
}
