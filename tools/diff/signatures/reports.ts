/** The API reports: the signatures of each entry point, as they are and as they were at the last release. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { diff } from "node:util";
import { releasedFolder } from "../documents/released.ts";

/** The packages with reports. The types package has none: the documents that it is generated from are compared instead. */
export const reportedPackages = ["client", "mock"] as const;

/** The signatures that one entry point exports. */
export interface ApiReport {
  readonly package: (typeof reportedPackages)[number];
  /** For example `engine`; the main entry point is `index`. */
  readonly entryPoint: string;
  readonly text: string;
}

/** An entry point whose signatures changed. */
export interface SignatureChange {
  /** The package by its full name. */
  readonly package: string;
  /** As code imports it, for example `@crm-platform/mock/vitest`. */
  readonly entryPoint: string;
  /** The changed lines, each with `-` or `+` before it. */
  readonly lines: readonly string[];
}

/** The folder of the current reports of a package. */
export function reportFolder(name: string): string {
  return `packages/${name}/api`;
}

/** The folder of the released reports of a package. */
function releasedReportFolder(name: string): string {
  return join(releasedFolder, "api", name);
}

/** Reads the current reports of a repository. */
export function readReports(root: string): Promise<ApiReport[]> {
  return readAll(root, reportFolder);
}

/** Reads the reports of the last release; none when that was before the first reports. */
export function readReleasedReports(root: string): Promise<ApiReport[]> {
  return readAll(root, releasedReportFolder);
}

export async function writeReports(reports: readonly ApiReport[], root: string): Promise<void> {
  await writeAll(reports, root, reportFolder);
}

/** Keeps reports as those of the release. */
export async function writeReleasedReports(reports: readonly ApiReport[], root: string): Promise<void> {
  await writeAll(reports, root, releasedReportFolder);
}

const suffix = ".api.md";

async function readAll(root: string, folderOf: (name: string) => string): Promise<ApiReport[]> {
  const reports = reportedPackages.map(async (name) => {
    const folder = join(root, folderOf(name));
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(suffix)).sort();
    return Promise.all(
      files.map(async (file) => ({
        package: name,
        entryPoint: file.slice(0, -suffix.length),
        text: await readFile(join(folder, file), "utf8"),
      })),
    );
  });
  return (await Promise.all(reports)).flat();
}

async function writeAll(reports: readonly ApiReport[], root: string, folderOf: (name: string) => string): Promise<void> {
  for (const name of reportedPackages) await rm(join(root, folderOf(name)), { recursive: true, force: true });
  for (const { package: name, entryPoint, text } of reports) {
    const path = join(root, folderOf(name), `${entryPoint}${suffix}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** The entry points whose signatures differ, with the lines that do. */
export function compareReports(old: readonly ApiReport[], now: readonly ApiReport[]): SignatureChange[] {
  const keyOf = ({ package: name, entryPoint }: ApiReport): string =>
    `@crm-platform/${name}${entryPoint === "index" ? "" : `/${entryPoint}`}`;
  const [before, after] = [old, now].map((reports) => new Map(reports.map((report) => [keyOf(report), report] as const)));
  return [...new Map([...(before ?? []), ...(after ?? [])])].flatMap(([entryPoint, report]) => {
    const lines = changedLines(before?.get(entryPoint)?.text ?? "", after?.get(entryPoint)?.text ?? "");
    return lines.length === 0 ? [] : [{ package: `@crm-platform/${report.package}`, entryPoint, lines }];
  });
}

function changedLines(old: string, now: string): string[] {
  if (old === now) return [];
  // A line that only the first list has is an insertion to `diff`.
  const signs: Readonly<Record<number, string>> = { 1: "-", [-1]: "+" };
  return diff(signatureLines(old), signatureLines(now)).flatMap(([operation, line]) => {
    const sign = signs[operation];
    return sign === undefined ? [] : [`${sign} ${line}`];
  });
}

/** What stands in the code block of a report. */
function signatureLines(text: string): string[] {
  const [, , ...lines] = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  return lines.filter((line) => !line.startsWith("```"));
}

const maxLines = 20;

/** The changed lines of an entry point, for people. */
export function describeSignatures({ entryPoint, lines }: SignatureChange): string {
  const others = lines.length > maxLines ? [`and ${lines.length - maxLines} more lines`] : [];
  return [`The signatures of ${entryPoint} changed:`, ...[...lines.slice(0, maxLines), ...others].map((line) => `  ${line}`)].join("\n");
}
