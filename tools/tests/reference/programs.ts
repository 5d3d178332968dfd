import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Program, ProgramResult } from "../processes/programs.ts";
import { command, root, testEnvironment } from "../workspace.ts";

const processes = join(root, "tools/tests/processes");

/** `--json` requires curl 7.82. */
export const hasCurl: boolean = await command("curl", ["--json", "{}", "--version"]).then(
  ({ code }) => code === 0,
  () => false,
);
if (!hasCurl) console.warn("Examples in curl are not tested, because curl 7.82 or newer is not installed.");

export interface ProgramRunner {
  run(program: Program): Promise<string>;
  end(): void;
}

/** The programs load this repository's packages from their source files. */
export function startPrograms(): ProgramRunner {
  const imports = [join(root, "tools/jsx.ts"), join(processes, "fromTools.ts")].map((file) => `--import=${file}`);
  const child = fork(join(processes, "programs.ts"), {
    env: testEnvironment(),
    execArgv: ["--conditions=@crm-platform/source", ...imports],
    // Programs that call deprecated operations print warnings.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const exit = once(child, "exit").then(([code]) => ({ output: "", error: `The process ended with exit code ${code}.` }));
  return {
    async run(program) {
      child.send(program);
      const result = once(child, "message").then(([reply]) => reply as ProgramResult);
      const { output, error } = await Promise.race([result, exit]);
      if (error !== undefined) throw new Error(`${program.file}: ${error}`);
      return output;
    },
    end: () => void child.kill(),
  };
}
