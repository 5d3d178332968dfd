/** Applies the examples in CONTRIBUTING.md to a copy of the repository. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyOfRepository } from "../../repositoryCopy.ts";
import { command, root } from "../workspace.ts";

interface Edit {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

const contributing = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
const field = editsIn("A field in a response");
const operation = editsIn("An operation that reads");
const files = [...new Set([...field, ...operation].map(({ file }) => file))];

/** Reads the code blocks of a section. Each block belongs to the nearest path above it. */
function editsIn(heading: string): Edit[] {
  const section = contributing.split(/^(?=##)/m).find((text) => text.startsWith(`### ${heading}\n`)) ?? "";
  let file = "";
  return [...section.matchAll(/^`([^`\n]+)`\n|^```(\w+)\n(.*?)^```$/gms)].flatMap(([, path, language = "", text = ""]) => {
    if (path === undefined) return [{ file, language, text }];
    file = path;
    return [];
  });
}

/** A block `diff` replaces a text that the file contains exactly once. Any other block is a new file. */
async function apply({ file, language, text }: Edit, folder: string): Promise<void> {
  const path = join(folder, file);
  if (language !== "diff") {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    return;
  }
  const without = (mark: string) => text.replaceAll(new RegExp(`^[${mark}].*\n`, "gm"), "").replaceAll(/^[ +-]/gm, "");
  const parts = (await readFile(path, "utf8")).split(without("+"));
  expect(parts, `${file} contains the text of this edit once:\n${text}`).toHaveLength(2);
  await writeFile(path, parts.join(without("-")));
}

let folder: string;

beforeAll(async () => {
  folder = await copyOfRepository();
  for (const edit of [...field, ...operation]) await apply(edit, folder);
  // As in a fresh clone, the files that git ignores are missing.
  await command("git", ["clean", "-fdqX", "packages/types/src", "packages/mock/src"], folder);
  const generated = await command("node", ["tools/generate.ts"], folder);
  expect(generated.code, generated.stderr).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a field takes at most six files, and an operation at most eight", () => {
  const count = (edits: readonly Edit[]): number => new Set(edits.map(({ file }) => file)).size;
  expect([count(field), count(operation)]).toEqual([5, 7]);
});

describe("the changed repository passes", () => {
  // Biome would read the types of all files for the rule noFloatingPromises.
  test.each([
    { title: "the compiler", words: ["tsc", "--build", "tsconfig.tests.json", "tsconfig.samples.json", "--checkers", "1"] },
    {
      title: "the formatter",
      words: ["biome", "check", "--skip=nursery/noFloatingPromises", ...files.filter((file) => file.endsWith(".ts"))],
    },
    { title: "the release gate", words: ["node", "tools/commands/gate.ts"] },
  ])("$title", async ({ words: [program = "", ...words] }) => {
    const { code, stdout, stderr } = await command(program, words, folder);
    expect(code, stdout + stderr).toBe(0);
  });

  test("the tests of the spec, and those of the rules and samples of the area", async () => {
    const paths = ["packages/mock/test/behavior", "tools/tests/pipeline/spec.test.ts", "tools/tests/reference/samples.test.ts"];
    const names = "in process domains |samples of domains\\.|the spec contains|fidelity";
    const { code, stdout, stderr } = await command("vitest", ["run", "--reporter=verbose", ...paths, "-t", names], folder);
    expect(code, stdout + stderr).toBe(0);
    for (const name of ["domains-hsts", "domains-by-name", "samples of domains.getByName"]) expect(stdout).toContain(name);
  });
});
