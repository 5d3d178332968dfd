import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { type ApiReport, reportedPackages } from "./reports.ts";

interface EntryPoint {
  readonly package: ApiReport["package"];
  readonly name: string;
  readonly declarations: string;
}

/** Reads all entry points as one program, which is much faster than one program per entry point. */
export async function extractReports(root: string): Promise<ApiReport[]> {
  const entryPoints = (await Promise.all(reportedPackages.map((name) => entryPointsOf(root, name)))).flat();
  await using temporary = await mkdtempDisposable(join(tmpdir(), "crm-platform-api-"));
  const folder = temporary.path;
  const configurations = entryPoints.map((entryPoint) => configurationOf(root, entryPoint, folder));
  const [first] = configurations;
  if (first === undefined) return [];
  const compilerState = CompilerState.create(first, { additionalEntryPoints: entryPoints.map(({ declarations }) => declarations) });
  return await Promise.all(
    entryPoints.map(async ({ package: packageName, name }, index) => {
      const configuration = configurations[index] ?? first;
      const messageCallback = (message: { handled: boolean }): void => {
        message.handled = true;
      };
      Extractor.invoke(configuration, { localBuild: true, compilerState, messageCallback });
      const text = await readFile(join(folder, reportName(packageName, name)), "utf8");
      return { package: packageName, entryPoint: name, text: withoutRemarks(text) };
    }),
  );
}

/** Skips the entry points of areas, because the main entry point includes their exports, and those without declarations. */
async function entryPointsOf(root: string, name: ApiReport["package"]): Promise<EntryPoint[]> {
  const folder = join(root, "packages", name);
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.entries(exports).flatMap(([entryPoint, target]) => {
    if (entryPoint.includes("*") || typeof target === "string") return [];
    const entryPointName = entryPoint === "." ? "index" : entryPoint.slice("./".length);
    return [{ package: name, name: entryPointName, declarations: join(folder, target.types) }];
  });
}

function reportName(packageName: string, entryPoint: string): string {
  return `${packageName}-${entryPoint}.api.md`;
}

function configurationOf(root: string, { package: name, name: entryPoint, declarations }: EntryPoint, folder: string): ExtractorConfig {
  const silent = { default: { logLevel: "none" as never } };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "packages", name, "package.json"),
    configObject: {
      projectFolder: join(root, "packages", name),
      mainEntryPointFilePath: declarations,
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "ES2023",
            lib: ["ES2024", "DOM", "DOM.Iterable"],
            module: "nodenext",
            moduleResolution: "nodenext",
            strict: true,
            skipLibCheck: true,
            exactOptionalPropertyTypes: true,
            types: ["node"],
          },
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: folder,
        reportTempFolder: join(folder, "temporary"),
        reportFileName: reportName(name, entryPoint).slice(0, -".api.md".length),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { extractorMessageReporting: silent, compilerMessageReporting: silent, tsdocMessageReporting: silent },
    },
  });
}

/** Removes warnings about comments, which are not part of signatures. */
function withoutRemarks(text: string): string {
  return text
    .replace(/^ *\/\/ \(undocumented\)\n/gm, "")
    .replaceAll(" (undocumented)", "")
    .replace(/\/\/ \(No @packageDocumentation .*\n\n/, "");
}
