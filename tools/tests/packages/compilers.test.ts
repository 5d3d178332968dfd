import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readmeExamples } from "../../readmeExamples.ts";
import { command, root } from "../workspace.ts";
import { projectWithMock } from "./packed.ts";

const compatibility = join(root, "tools/compatibility/node_modules");
const bundler = { module: "esnext", moduleResolution: "bundler", lib: ["ES2022", "DOM"], types: [] };
const node = { module: "nodenext", moduleResolution: "nodenext", lib: ["ES2022"], types: ["node"] };
// With these settings, the examples of the READMEs are compiled too. The rehearsal compiles them with Node's types and the newest compiler.
const nodeAndExamples = { ...node, lib: ["ES2023"], resolveJsonModule: true };
const bundlerAndExamples = { ...bundler, lib: ["ES2023", "DOM", "DOM.Iterable"], resolveJsonModule: true };

let project: string;

beforeAll(async () => {
  project = await projectWithMock();
});

afterAll(() => rm(project, { recursive: true, force: true }));

test.each([
  { version: "5.9", typescript: join(compatibility, "typescript-5"), setting: nodeAndExamples },
  { version: "6.0", typescript: join(compatibility, "typescript-6"), setting: bundler },
  { version: "7.0", typescript: join(root, "node_modules/typescript"), setting: bundlerAndExamples },
  { version: "7.0", typescript: join(root, "node_modules/typescript"), setting: node },
])("TypeScript $version compiles programs that use the packages, with module $setting.module", async ({ version, typescript, setting }) => {
  const tsc = join(typescript, "bin/tsc");
  expect(await readFile(join(typescript, "package.json"), "utf8")).toContain(`"version": "${version}.`);
  const folder = join(project, `${version} ${setting.module}`);
  await cp(join(root, "tools/consumers"), folder, { recursive: true });
  const examples = "resolveJsonModule" in setting ? await readmeExamples() : [];
  await Promise.all(examples.map(({ code }, index) => writeFile(join(folder, `example${index}.ts`), code)));
  const typeRoots = [join(root, "node_modules/@types")];
  const strictest = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
  const common = { target: "ES2022", typeRoots, noEmit: true, allowImportingTsExtensions: true, skipDefaultLibCheck: true };
  const compilerOptions = { ...setting, ...strictest, ...common };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { code, stdout } = await command(process.execPath, [tsc, "--project", folder, "--pretty", "false"]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});
