import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { planFiles } from "./plan.ts";
import { write } from "./write.ts";

const folders = { types: "one", client: "two", mock: "three" };

test("plans files in the folder of their package", () => {
  const plan = planFiles({ types: [{ path: "a.ts", content: "1" }], client: [{ path: "a.ts", content: "2" }], mock: [] }, folders);
  expect([...plan.files]).toEqual([
    ["one/a.ts", "1"],
    ["two/a.ts", "2"],
  ]);
});

test("rejects two files with the same path, ignoring case", () => {
  const files = {
    types: [
      { path: "a.ts", content: "" },
      { path: "A.ts", content: "" },
    ],
    client: [],
    mock: [],
  };
  expect(() => planFiles(files, folders)).toThrow("one/A.ts #/\n    Another emitter already writes this file, as one/a.ts.");
  const shared = { types: [{ path: "b.ts", content: "" }], client: [{ path: "b.ts", content: "" }], mock: [] };
  expect(() => planFiles(shared, { ...folders, client: "one" })).toThrow("write: 1 problem");
});

test("does not write to a folder with files that were not generated", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "mine.ts"), "");
  const plan = { folders: [folder], files: new Map([[join(folder, "a.ts"), ""]]) };
  await expect(write(plan)).rejects.toThrow(`The folder contains files that were not generated, for example ${join(folder, "mine.ts")}.`);
  expect(await readdir(folder)).toEqual(["mine.ts"]);
});
