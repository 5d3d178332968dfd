import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { write } from "./write.ts";

test("does not write to a folder with files that were not generated", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "mine.ts"), "");
  const plan = { folders: [folder], files: new Map([[join(folder, "a.ts"), ""]]) };
  await expect(write(plan)).rejects.toThrow(`The folder contains files that were not generated, for example ${join(folder, "mine.ts")}.`);
  expect(await readdir(folder)).toEqual(["mine.ts"]);
});
