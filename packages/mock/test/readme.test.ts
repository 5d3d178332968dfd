import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

/** The examples of a kind: those that run by themselves, and those for a tool, which is named after the language. */
function examples(kind: "" | " vitest" | " msw"): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`ts${kind}\\n(.*?)\`\`\`$`, "gms"))].map(([, code = ""]) => code);
}

/** What an example says that it prints. */
function promised(code: string): string[] {
  return [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
}

// A project that has installed all three packages, and the tools.
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "crm-platform-readme-"));
  const modules = join(project, "node_modules");
  await mkdir(join(modules, "@crm-platform"), { recursive: true });
  for (const name of ["types", "client", "mock"]) await symlink(join(root, "packages", name), join(modules, "@crm-platform", name));
  for (const name of ["vitest", "msw"]) await symlink(join(root, "packages/mock/node_modules", name), join(modules, name));
});
afterAll(() => rm(project, { recursive: true }));

describe("the README", () => {
  test("has six examples that run by themselves, and one for each tool", () => {
    expect([examples("").length, examples(" vitest").length, examples(" msw").length]).toEqual([6, 1, 1]);
  });

  const printing = [...examples(""), ...examples(" msw")].map((code, index) => ({ code, number: index + 1 }));
  test.each(printing)("prints what it says in example $number", async ({ code }) => {
    const words = ["--conditions", "@crm-platform/source", "--input-type=module-typescript", "--eval", code];
    const { stdout } = await run(process.execPath, words, { cwd: project });
    expect(stdout.trimEnd().split("\n")).toEqual(promised(code));
  });
});
