import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
// From here all three packages can be imported.
const folder = join(root, "tools");
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

/** The examples of a kind: those that run by themselves, and those for a tool, which is named after the language. */
function examples(kind: "" | " vitest" | " msw"): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`ts${kind}\\n(.*?)\`\`\`$`, "gms"))].map(([, code = ""]) => code);
}

/** What an example says that it prints. */
function promised(code: string): string[] {
  return [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
}

describe("the README", () => {
  test("has five examples that run by themselves, and one for each tool", () => {
    expect([examples("").length, examples(" vitest").length, examples(" msw").length]).toEqual([5, 1, 1]);
  });

  const printing = [...examples(""), ...examples(" msw")].map((code, index) => ({ code, number: index + 1 }));
  test.each(printing)("prints what it says in example $number", async ({ code }) => {
    const words = ["--conditions", "@crm-platform/source", "--input-type=module-typescript", "--eval", code];
    const { stdout } = await run(process.execPath, words, { cwd: folder });
    expect(stdout.trimEnd().split("\n")).toEqual(promised(code));
  });

  test("has an example for Vitest that passes", async () => {
    const place = await mkdtemp(join(folder, "readme-"));
    onTestFinished(() => rm(place, { recursive: true }));
    await writeFile(join(place, "example.test.ts"), examples(" vitest").join(""));
    await writeFile(
      join(place, "vitest.config.ts"),
      'export default { ssr: { resolve: { conditions: ["@crm-platform/source", "node"] } }, test: { include: ["*.test.ts"] } };',
    );
    const { stdout } = await run(join(root, "node_modules/.bin/vitest"), ["run", "--root", place], {
      env: { ...process.env, NO_COLOR: "1" },
    });
    expect(stdout).toMatch(/Tests +1 passed/);
  });
});
