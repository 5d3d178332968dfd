import { spawn } from "node:child_process";
import { programEnvironment } from "../environment.ts";

export interface Step {
  readonly title: string;
  readonly command: readonly string[];
}

const typeChecks: readonly Step[] = [
  // By default, several checkers compute the same types again.
  { title: "types", command: ["tsc", "--build", "--checkers", "1"] },
  { title: "API reports are up to date", command: ["node", "tools/commands/apiReport.ts", "--check"] },
];

const otherChecks: readonly Step[] = [
  { title: "format and lint", command: ["biome", "check", "."] },
  { title: "imports", command: ["depcruise", "--output-type=err", "packages", "tools"] },
  { title: "unused code", command: ["knip"] },
  { title: "workflow lint", command: ["redocly", "lint", "spec/workflows/*.arazzo.yaml"] },
  { title: "every breaking change is accepted, and changesets cover all changes", command: ["node", "tools/commands/gate.ts"] },
];

const generation: Step = {
  title: "the spec is valid, and generated code is up to date",
  command: ["node", "tools/generate.ts", "--check"],
};

const build: Step = {
  title: "the spec is valid, generated code is up to date, and the packages are built",
  command: ["node", "tools/commands/build.ts", "--check", "build", "reference"],
};

/** The lists run in parallel. A step may use the output of an earlier step in its list. */
export const checks: readonly (readonly Step[])[] = [[generation, ...typeChecks], otherChecks];

/** The type checks come after the build, because they use the declarations that it writes. */
export const buildAndChecks: readonly (readonly Step[])[] = [[build, ...typeChecks], otherChecks];

export async function runSteps(lists: readonly (readonly Step[])[]): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(lists.map(runList));
  const failed = results.flat().filter((ok) => !ok).length;
  return { passed: results.flat().length - failed, failed };
}

async function runList(steps: readonly Step[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const { title, command } of steps) {
    const start = performance.now();
    const { ok, output } = await capture(command);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${ok ? "✓" : "✗"} ${title} (${seconds} s)`);
    if (!ok) console.log(`  ${command.join(" ")}\n${output.trim().replaceAll(/^/gm, "  ")}`);
    results.push(ok);
  }
  return results;
}

function capture([program = "", ...programArguments]: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, { env: programEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}
