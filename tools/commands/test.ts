/**
 * pnpm test [--network]: runs the checks, the build and the tests. Its last line is `N passed, N failed`. Exits with 1 after a failure.
 */
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../commandLine.ts";
import { programEnvironment } from "../environment.ts";
import { buildAndChecks, runSteps } from "./steps.ts";

const usage = `Usage: npx pnpm test [--network]

With --network, it also runs the test that requires the npm registry, which rehearses a release.
To run one file, after a build: npx pnpm exec vitest run FILE`;

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Runs vitest in the foreground. A run that ends without a report counts as one failure. */
function runTests(): Count {
  using folder = mkdtempDisposableSync(join(tmpdir(), "crm-platform-test-"));
  const report = join(folder.path, "report.json");
  try {
    const { status } = spawnSync("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
      env: programEnvironment(),
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
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function main(): Promise<number> {
  const { network } = readWords(usage, { network: { type: "boolean" } }).values;
  if (network) process.env["NETWORK_TESTS"] = "1";
  // Programs start faster when they share compiled modules.
  process.env["NODE_COMPILE_CACHE"] ??= join(process.cwd(), "node_modules/.cache/compile");
  const counts = [await runSteps(buildAndChecks), runTests()];
  const [passed, failed] = [sum(counts.map((count) => count.passed)), sum(counts.map((count) => count.failed))];
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

await runCommand(main);
