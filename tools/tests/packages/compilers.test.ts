import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, root } from "../workspace.ts";
import { projectWithClient } from "./packed.ts";

const runtimes = join(root, "tools/compatibility/node_modules");
const oldest = { version: "5.9", typescript: join(runtimes, "typescript-5") };
const newest = { version: "7.0", typescript: join(root, "node_modules/typescript") };
// The rehearsal compiles with every compiler in one setting, so the others are tried with the oldest and the newest.
const settings = [
  { setting: "bundler", module: "esnext", lib: ["ES2022", "DOM"], types: [] },
  { setting: "nodenext, with the types of Node for those of browsers", module: "nodenext", lib: ["ES2022"], types: ["node"] },
];
const cases = [oldest, newest].flatMap((compiler) => settings.map((setting) => ({ ...compiler, ...setting })));

let project: string;

beforeAll(async () => {
  project = await projectWithClient();
});

afterAll(() => rm(project, { recursive: true, force: true }));

test.each(cases)("TypeScript $version, $setting", async ({ version, typescript, setting, module, lib, types }) => {
  const tsc = join(typescript, "bin/tsc");
  expect((await command(process.execPath, [tsc, "--version"])).stdout).toContain(`Version ${version}.`);
  const moduleResolution = module === "nodenext" ? "nodenext" : "bundler";
  const folder = join(project, `${version} ${setting}`);
  await cp(join(root, "tools/consumers"), folder, { recursive: true });
  const typeRoots = [join(root, "node_modules/@types")];
  const strictest = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
  const compilerOptions = { target: "ES2022", module, moduleResolution, lib, types, typeRoots, noEmit: true, ...strictest };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { code, stdout } = await command(process.execPath, [tsc, "--project", folder, "--pretty", "false"]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});
