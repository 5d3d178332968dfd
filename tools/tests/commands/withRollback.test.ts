import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withRollback } from "../../commands/withRollback.ts";
import { command, temporaryFolder } from "../workspace.ts";

async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, ".changeset"));
  await writeFile(join(folder, "package.json"), "before");
  await writeFile(join(folder, ".changeset/release.md"), "before");
  for (const words of [
    ["init", "--quiet"],
    ["add", "--all"],
  ])
    await command("git", words, folder);
  return folder;
}

async function work(folder: string): Promise<void> {
  await rm(join(folder, ".changeset/release.md"));
  await writeFile(join(folder, "package.json"), "after");
  await mkdir(join(folder, "packages/types"), { recursive: true });
  await writeFile(join(folder, "packages/types/CHANGELOG.md"), "after");
}

const contentOf = async (folder: string): Promise<unknown[]> => [
  await readFile(join(folder, "package.json"), "utf8"),
  existsSync(join(folder, ".changeset/release.md")),
  existsSync(join(folder, "packages")),
];

test("the changes of a function that succeeds remain", async () => {
  const folder = await repository();
  expect(await withRollback(folder, new AbortController().signal, () => work(folder).then(() => "0.2.0"))).toBe("0.2.0");
  expect(await contentOf(folder)).toEqual(["after", false, true]);
});

test("a function that fails or is interrupted leaves no changes", async () => {
  const folder = await repository();
  const ending = new AbortController();
  const failing = withRollback(folder, ending.signal, async () => {
    await work(folder);
    throw new Error("It failed.");
  });
  await expect(failing).rejects.toThrow("It failed.");
  expect(await contentOf(folder)).toEqual(["before", true, false]);

  const interrupted = withRollback(folder, ending.signal, async () => {
    await work(folder);
    ending.abort();
  });
  await expect(interrupted).rejects.toThrow("Interrupted. All changes were undone.");
  expect(await contentOf(folder)).toEqual(["before", true, false]);
});

test("files with changes that git has not stored are named, and nothing is changed", async () => {
  const folder = await repository();
  await writeFile(join(folder, "package.json"), "edited");
  await writeFile(join(folder, "new.md"), "new");
  await expect(withRollback(folder, new AbortController().signal, () => work(folder))).rejects.toThrow(
    /first.*:\npackage\.json\nnew\.md$/s,
  );
  expect(await contentOf(folder)).toEqual(["edited", true, false]);
});
