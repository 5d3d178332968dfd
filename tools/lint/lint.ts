import type { Problem } from "../problems.ts";
import { redocly } from "./redocly.ts";

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

/** Lints an OpenAPI document by the rules of a Redocly configuration. Warnings count as problems: there are to be none. */
export async function lint(document: string, configuration: string): Promise<Problem[]> {
  const { stdout, stderr } = await redocly(["lint", document, "--config", configuration, "--format", "json", "--max-problems", "1000"]);
  const report = readReport(stdout);
  if (report === undefined) return [{ file: document, pointer: "#/", message: `The linter did not finish.\n${stderr.trim()}` }];
  return report.problems.map(({ ruleId, message, location: [at] }) => ({
    file: at?.source.ref ?? document,
    pointer: at?.pointer ?? "#/",
    ...(at?.start && { place: { line: at.start.line, column: at.start.col } }),
    message,
    rule: ruleId,
  }));
}

function readReport(stdout: string): LintReport | undefined {
  try {
    return JSON.parse(stdout) as LintReport;
  } catch {
    return undefined;
  }
}
