import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compare, write } from "./write.ts";

test("lists stale, missing and unknown files, and writes only the differences", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const plan = { folders: [folder], files: new Map(["a.ts", "areas/b.ts", "c.ts"].map((name) => [path(name), `// ${name}\n`])) };
  expect(await write(plan)).toHaveLength(3);
  expect(await compare(plan)).toEqual([]);

  await writeFile(path("a.ts"), "// edited\n");
  await rm(path("areas/b.ts"));
  await writeFile(path("mine.ts"), "");
  const differences = [
    { path: path("a.ts"), state: "stale" },
    { path: path("areas/b.ts"), state: "missing" },
    { path: path("mine.ts"), state: "unknown" },
  ];
  expect(await compare(plan)).toEqual(differences);
  expect(await readFile(path("a.ts"), "utf8")).toBe("// edited\n");

  expect(await write(plan)).toEqual(differences);
  expect(await compare(plan)).toEqual([]);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(["a.ts", "areas", "areas/b.ts", "c.ts"]);
});
