import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const [example = ""] = /(?<=^```ts\n).*?(?=^```$)/ms.exec(readme) ?? [];

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "crm-platform-readme-"));
  const modules = join(project, "node_modules/@crm-platform");
  await mkdir(modules, { recursive: true });
  for (const name of ["types", "client", "mock"]) await symlink(join(root, "packages", name), join(modules, name));
});
afterAll(() => rm(project, { recursive: true }));

test("the README's example prints the output in its comments", async () => {
  await writeFile(join(project, "example.ts"), example);
  const { stdout } = await run(process.execPath, ["--conditions", "@crm-platform/source", "example.ts"], { cwd: project });
  const output = [...example.matchAll(/^\/\/ → (.*\n)/gm)].map(([, line = ""]) => line);
  expect(output).toHaveLength(2);
  expect(stdout).toBe(output.join(""));
});
