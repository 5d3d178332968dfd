import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

/** The kind follows the language in the first line of a code block. */
function examples(kind: "" | " vitest" | " msw"): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`ts${kind}\\n(.*?)\`\`\`$`, "gms"))].map(([, code = ""]) => code);
}

function promised(code: string): string[] {
  return [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
}

// A project in which all three packages and the test tools are installed.
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
  test("has eleven examples that run without a test tool, and one example for each test tool", () => {
    expect([examples("").length, examples(" vitest").length, examples(" msw").length]).toEqual([11, 1, 1]);
  });

  test("examples print the output in their comments", async () => {
    const printing = [...examples(""), ...examples(" msw")];
    const imports = printing.map(async (code, index) => {
      await writeFile(join(project, `example${index}.ts`), code);
      return `console.log("example ${index}"); await import("./example${index}.ts");\n`;
    });
    // All examples run in one process, because loading the packages takes most of the time.
    const words = ["--conditions", "@crm-platform/source", "--input-type=module", "--eval", (await Promise.all(imports)).join("")];
    const { stdout } = await run(process.execPath, words, { cwd: project });
    expect(stdout.trimEnd().split("\n")).toEqual(printing.flatMap((code, index) => [`example ${index}`, ...promised(code)]));
  });
});
