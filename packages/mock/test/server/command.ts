import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const main: string = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
export const fromSources: readonly string[] = [
  "--conditions=@crm-platform/source",
  `--import=${new URL("../../../../tools/jsx.ts", import.meta.url)}`,
];

export interface Command {
  readonly child: ChildProcess;
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  readonly end: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

export function command(...words: string[]): Command {
  return commandIn({}, ...words);
}

export function commandIn(variables: Readonly<Record<string, string>>, ...words: string[]): Command {
  const child = spawn(process.execPath, [...fromSources, main, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  const text = { stdout: "", stderr: "" };
  let onOutput = () => {};
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
      onOutput();
    });
  }
  const end = new Promise<number | null>((resolve) => child.once("close", resolve)).then((code) => ({ code, ...text }));
  return {
    child,
    end: end,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        onOutput = () => {
          const match = pattern.exec(text.stdout) ?? pattern.exec(text.stderr);
          if (match) resolve(match);
        };
        onOutput();
        void end.then(() => reject(new Error(`The command ended without writing ${pattern}:\n${text.stdout}${text.stderr}`)));
      }),
  };
}
