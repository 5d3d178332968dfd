import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Problem } from "../../problems.ts";
import { redocly } from "./redocly.ts";
import { readYaml } from "./yaml.ts";

interface LintReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly pointer?: string;
      readonly start?: { readonly line: number; readonly col: number };
    }[];
  }[];
}

/**
 * Lints an OpenAPI document by a Redocly configuration. Warnings count as problems. Files that cannot be parsed come first, because
 * other problems follow from them.
 * @param folder the folder that the paths are relative to
 */
export async function lint(document: string, configuration: string, folder = "."): Promise<Problem[]> {
  const options = ["--config", configuration, "--format", "json", "--max-problems", "1000"];
  const { stdout, stderr } = await redocly(["lint", document, ...options], folder);
  const report = readReport(stdout);
  if (report === undefined) {
    return [notYaml(document, folder) ?? { file: document, pointer: "#/", message: `The linter did not finish.\n${stderr.trim()}` }];
  }
  const problems = report.problems.map(({ ruleId, message, location: [at] }) => ({
    file: at?.source.ref ?? document,
    pointer: at?.pointer ?? "#/",
    ...(at?.start && { place: { line: at.start.line, column: at.start.col } }),
    message,
    rule: ruleId,
  }));
  const [broken, others] = [problems.filter(isBroken), problems.filter((problem) => !isBroken(problem))];
  return [...broken.map((problem) => ({ ...problem, ...notYaml(problem.file, folder) })), ...others];
}

/** Whether Redocly failed to parse the file. */
function isBroken({ rule, message }: Problem): boolean {
  return rule === "no-unresolved-refs" && message.startsWith("Failed to parse");
}

function notYaml(file: string, folder: string): Problem | undefined {
  const path = resolve(folder, file);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readYaml(file, readFileSync(path, "utf8")).problem : undefined;
}

function readReport(stdout: string): LintReport | undefined {
  try {
    return JSON.parse(stdout) as LintReport;
  } catch {
    return undefined;
  }
}
