import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type OpenApiDocument, versionDocument, versionsIn } from "@crm-platform/mock/contract";
import { build } from "vitepress";
import { readWords, runCommand } from "../commandLine.ts";
import { root } from "../root.ts";
import { agentFiles, packageFiles } from "./agents.ts";
import { makeContents } from "./contents.ts";
import { type Facts, readFacts } from "./facts.ts";
import { type Contents, twinOf } from "./markdown.ts";
import { makeSidebars } from "./navigation.ts";

const here = import.meta.dirname;
/** Git ignores this folder. The configuration of VitePress reads it. */
const source = join(here, "generated");

async function main(): Promise<number> {
  const { values } = readWords("Usage: npx pnpm reference [--out FOLDER]", {
    out: { type: "string", default: join(root, "packages/mock/reference") },
  });
  const facts = await readFacts(root);
  const contents = await makeContents(root, facts);
  await rm(source, { recursive: true, force: true });
  await writeAll(join(source, "pages"), contents);
  await writeAll(source, new Map([["sidebar.json", JSON.stringify(makeSidebars(facts, contents))]]));
  const built = `${values.out}-new`;
  // VitePress links the package `vue` in the current project.
  process.chdir(join(root, "tools"));
  await build(here, { outDir: built });
  const twins = new Map([...contents].map(([file, markdown]) => [file, twinOf(file, markdown)]));
  await writeAll(built, new Map([...twins, ...agentFiles(facts, twins)]));
  await addRedoc(join(built, "redoc"));
  await writeAll(built, documentsOf(facts));
  await cp(join(root, "packages/mock/assets/icon.svg"), join(built, "icon.svg"));
  // A mock may be serving the folder, so the old files are replaced at once.
  await rm(values.out, { recursive: true, force: true });
  await rename(built, values.out);
  await writeAll(join(root, "packages"), packageFiles(facts));
  console.log(`${(await readdir(values.out, { recursive: true })).length} files in ${values.out}`);
  return 0;
}

async function writeAll(folder: string, files: Contents): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

/** Without indentation, the documents are a third smaller. */
function documentsOf({ document }: Facts): Contents {
  const whole = document as unknown as OpenApiDocument;
  const versions = versionsIn(whole).map((version) => [`openapi/${version}.json`, versionDocument(whole, version)] as const);
  return new Map([["openapi.json", whole] as const, ...versions].map(([file, content]) => [file, JSON.stringify(content)]));
}

/** Redoc's page, with the unchanged script from the Redocly command-line interface. The mock serves it with a policy of its own. */
async function addRedoc(folder: string): Promise<void> {
  const script = createRequire(import.meta.url).resolve("@redocly/cli/lib/chunks/redoc.standalone.js");
  await cp(join(here, "redoc"), folder, { recursive: true });
  await writeFile(join(folder, "redoc.standalone.js"), await readFile(script));
}

await runCommand(main);
