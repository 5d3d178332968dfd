import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectWithClient } from "./packed.ts";
import { command, root } from "./workspace.ts";

const runtimes = join(root, "tools/runtimes/node_modules");
const compilers = [
  { version: "5.9", typescript: join(runtimes, "typescript-5") },
  { version: "6.0", typescript: join(runtimes, "typescript-6") },
  { version: "7.0", typescript: join(root, "node_modules/typescript") },
];
const resolutions = [
  { moduleResolution: "nodenext", module: "nodenext" },
  { moduleResolution: "bundler", module: "esnext" },
];
const users = [
  { user: "browsers", lib: ["ES2022", "DOM"], types: [] as string[] },
  { user: "Node", lib: ["ES2022"], types: ["node"] },
];

let project: string;

beforeAll(async () => {
  project = await projectWithClient();
});

afterAll(() => rm(project, { recursive: true, force: true }));

const cases = compilers.flatMap((compiler) => resolutions.flatMap((how) => users.map((user) => ({ ...compiler, ...how, ...user }))));

test.each(cases)("TypeScript $version, $moduleResolution, with the types of $user", async (one) => {
  const { version, typescript, module, moduleResolution, lib, types, user } = one;
  const tsc = join(typescript, "bin/tsc");
  expect((await command(process.execPath, [tsc, "--version"])).stdout).toContain(`Version ${version}.`);
  const folder = join(project, `${version}-${moduleResolution}-${user}`);
  await cp(join(root, "tools/tests/programs"), folder, { recursive: true });
  const typeRoots = [join(root, "node_modules/@types")];
  const strictest = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
  const compilerOptions = { target: "ES2022", module, moduleResolution, lib, types, typeRoots, noEmit: true, ...strictest };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { code, stdout } = await command(process.execPath, [tsc, "--project", folder, "--pretty", "false"]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});
