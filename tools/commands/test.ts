/** pnpm test: runs the checks, the build and all tests. Its last line is `N passed, N failed`. Exits with 1 after a failure. */
import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../commandLine.ts";
import { quietEnvironment } from "../environment.ts";
import { checks, runSteps } from "./steps.ts";

const build = { title: "build", command: ["node", "tools/commands/build.ts", "build", "reference"] };

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Uses memory if possible, because creating thousands of files on a disk takes much more CPU time. */
function createTemporaryFolder(): string {
  const inMemory = "/dev/shm";
  const folder = mkdtempSync(join(isSuitable(inMemory) ? inMemory : tmpdir(), "crm-platform-test-"));
  // Postgres runs as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Containers often limit the size of a folder in memory, and do not allow programs in it. */
function isSuitable(folder: string): boolean {
  const program = join(folder, `crm-platform-test-${process.pid}`);
  try {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(program, "", { mode: 0o755 });
    accessSync(program, constants.X_OK);
    return bavail * bsize > 4 * 2 ** 30;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}

/** Runs vitest in the foreground. A run that ends without a report counts as one failure. */
function runTests(): Count {
  const folder = createTemporaryFolder();
  const report = join(folder, "report.json");
  try {
    const { status } = spawnSync("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
      env: { ...quietEnvironment(), TMPDIR: folder },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    // A file that cannot be loaded fails the run, but is not counted as a failed test.
    return { passed: numPassedTests, failed: numFailedTests > 0 || status === 0 ? numFailedTests : 1 };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  } finally {
    // A process that has just been ended may still write files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function main(): Promise<number> {
  readWords("Usage: npx pnpm test\n\nTo run one file, after a build: npx pnpm exec vitest run FILE", {});
  // Programs start faster when they share compiled modules.
  process.env["NODE_COMPILE_CACHE"] ??= join(process.cwd(), "node_modules/.cache/compile");
  const counts = [await runSteps(checks), await runSteps([[build]]), runTests()];
  const [passed, failed] = [sum(counts.map((count) => count.passed)), sum(counts.map((count) => count.failed))];
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

await runCommand(main);
