import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inDraft } from "../../commands/draft.ts";
import { root, temporaryFolder, testEnvironment } from "../../tests/workspace.ts";

async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, ".changeset"));
  await writeFile(join(folder, "package.json"), "before");
  await writeFile(join(folder, ".changeset/release.md"), "before");
  return folder;
}

async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "utf8")])));
}

async function work(draft: string): Promise<void> {
  await rm(join(draft, ".changeset/release.md"));
  await writeFile(join(draft, "package.json"), "after");
  await mkdir(join(draft, "packages/types"), { recursive: true });
  await writeFile(join(draft, "packages/types/CHANGELOG.md"), "after");
}

const untouched = { "package.json": "before", ".changeset/release.md": "before" };

test("when a draft succeeds, its changed, added and removed files are applied to the repository", async () => {
  const folder = await repository();
  let draft = "";
  await inDraft(folder, new AbortController().signal, async (path) => {
    draft = path;
    await work(path);
    expect(await contentOf(folder)).toEqual(untouched);
  });
  expect(await contentOf(folder)).toEqual({ "package.json": "after", "packages/types/CHANGELOG.md": "after" });
  expect(existsSync(draft)).toBe(false);
});

test("a draft that fails, is aborted, or conflicts with an edit does not change the repository", async () => {
  const folder = await repository();
  const ending = new AbortController();
  const fails = inDraft(folder, ending.signal, async (draft) => {
    await work(draft);
    throw new Error("It failed.");
  });
  await expect(fails).rejects.toThrow("It failed.");
  expect(await contentOf(folder)).toEqual(untouched);

  const edited = inDraft(folder, ending.signal, async (draft) => {
    await work(draft);
    await writeFile(join(folder, "package.json"), "edited");
  });
  await expect(edited).rejects.toThrow("package.json was edited in the meantime, so nothing was written.");
  expect(await contentOf(folder)).toEqual({ ...untouched, "package.json": "edited" });

  const ended = inDraft(folder, ending.signal, async (draft) => {
    await work(draft);
    ending.abort();
  });
  await expect(ended).rejects.toThrow("Interrupted. Nothing has changed.");
  expect(await contentOf(folder)).toEqual({ ...untouched, "package.json": "edited" });
});

test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
  "%s ends a draft without changing the repository",
  async (signal) => {
    const [folder, temporary] = [await repository(), await temporaryFolder()];
    const program = join(root, "tools/tests/processes/draft.ts");
    const child = spawn("node", [program], { cwd: folder, env: { ...testEnvironment(), TMPDIR: temporary } });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    await once(child.stdout, "data");
    expect(await readdir(temporary)).toHaveLength(1);
    child.kill(signal);
    const [code, by] = await once(child, "close");
    expect(await contentOf(folder)).toEqual(untouched);
    if (signal === "SIGKILL") return expect(by).toBe("SIGKILL");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "Interrupted. Nothing has changed.\n" });
    expect(await readdir(temporary)).toEqual([]);
  },
  300_000,
);
