/** A version that is ended in the middle, or fails there, has changed nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, root, temporaryFolder, testEnvironment } from "../../tests/workspace.ts";
import { copyOfRepository, type Repository } from "./repository.ts";

let repository: Repository;

beforeAll(async () => {
  repository = await copyOfRepository();
  await command("git", ["init", "--quiet"], repository.folder);
  await command("git", ["add", "--all"], repository.folder);
});
afterAll(() => rm(repository.folder, { recursive: true, force: true }));

/** What differs from what was there before; nothing when nothing does. */
async function changes(): Promise<string> {
  return (await command("git", ["status", "--porcelain", "--untracked-files=all"], repository.folder)).stdout.replace(/^A .*\n/gm, "");
}

/** What `changeset version` prints when it has changed the packages and eaten the changesets. */
const middle = "All files have been updated";

test.each([
  { signal: "SIGINT", goes: "alone" },
  { signal: "SIGTERM", goes: "alone" },
  { signal: "SIGHUP", goes: "alone" },
  { signal: "SIGINT", goes: "to all of the terminal" },
  { signal: "SIGKILL", goes: "to all of the terminal" },
] as const)("$signal in the middle, $goes", async ({ signal, goes }) => {
  const temporary = await temporaryFolder();
  const child = spawn("node", [join(root, "tools/commands/version.ts")], {
    cwd: repository.folder,
    env: { ...testEnvironment(), TMPDIR: temporary },
    detached: true,
  });
  let output = "";
  let isEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
      if (isEnded || !output.includes(middle)) return;
      isEnded = true;
      process.kill(goes === "alone" ? (child.pid ?? 0) : -(child.pid ?? 0), signal);
    });
  const [code, by] = await once(child, "close");
  expect(output).toContain(middle);
  expect(await changes()).toBe("");
  if (signal === "SIGKILL") return expect(by).toBe("SIGKILL");
  expect(code).toBe(1);
  expect(output).toMatch(/\nIt was ended\. Nothing has changed\.\n$/);
  expect((await readdir(temporary)).filter((name) => name.startsWith("crm-platform"))).toEqual([]);
});

test("what fails in the middle", async () => {
  await repository.write("packages/types/src/generated/README.md", "Somebody's own.\n");
  await command("git", ["add", "--all"], repository.folder);
  const { code, stdout, stderr } = await repository.run("version");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("The folder holds files that were not generated") });
  expect(stdout).toContain(middle);
  expect(await changes()).toBe("");
});
