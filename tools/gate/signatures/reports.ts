import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { diff } from "node:util";
import { releasedFolder } from "../documents/contracts.ts";

/** The packages with API reports. For the types package, the gate instead compares the documents from which it is generated. */
export const reportedPackages = ["client", "mock"] as const;

export interface ApiReport {
  readonly package: (typeof reportedPackages)[number];
  readonly entryPoint: string;
  readonly text: string;
}

export interface SignatureChange {
  readonly package: string;
  /** The import specifier, for example `@crm-platform/mock/vitest`. */
  readonly entryPoint: string;
  readonly lines: readonly string[];
}

type FolderOf = (packageName: string) => string;

export const currentReports: FolderOf = (name) => `packages/${name}/api`;

export const releasedReports: FolderOf = (name) => join(releasedFolder, "api", name);

const suffix = ".api.md";

export async function readReports(root: string, folderOf: FolderOf = currentReports): Promise<ApiReport[]> {
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

export async function writeReports(reports: readonly ApiReport[], root: string, folderOf: FolderOf = currentReports): Promise<void> {
  for (const name of reportedPackages) await rm(join(root, folderOf(name)), { recursive: true, force: true });
  for (const { package: name, entryPoint, text } of reports) {
    const path = join(root, folderOf(name), `${entryPoint}${suffix}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Returns an empty list if the last release had no reports. */
export async function signaturesSinceRelease(folder: string): Promise<SignatureChange[]> {
  const released = await readReports(folder, releasedReports);
  return released.length === 0 ? [] : compareReports(released, await readReports(folder));
}

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
  // For a line that occurs only in the first list, `diff` reports an insertion.
  const signs: Readonly<Record<number, string>> = { 1: "-", [-1]: "+" };
  return diff(signatureLines(old), signatureLines(now)).flatMap(([operation, line]) => {
    const sign = signs[operation];
    return sign === undefined ? [] : [`${sign} ${line}`];
  });
}

function signatureLines(text: string): string[] {
  const [, , ...lines] = text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"));
  return lines.filter((line) => !line.startsWith("```"));
}

const maxLines = 20;

export function describeSignatures({ entryPoint, lines }: SignatureChange): string {
  const others = lines.length > maxLines ? [`and ${lines.length - maxLines} more lines`] : [];
  return [`The signatures of ${entryPoint} changed:`, ...[...lines.slice(0, maxLines), ...others].map((line) => `  ${line}`)].join("\n");
}
