/** The commands of a release, as processes, in a copy of the repository. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, root, temporaryFolder, testEnvironment } from "../../tests/workspace.ts";
import { proposed, reason } from "./releasedFolder.ts";
import { copyOfRepository } from "./repository.ts";

/** What `changeset version` prints when it has changed the packages and removed the changesets. */
const middle = "All files have been updated";

test("a version that is ended or fails halfway changes nothing", async () => {
  const { folder, edit, write, run } = await copyOfRepository();
  await write(".changeset/release.md", '---\n"@crm-platform/types": minor\n---\n\nA release.\n');
  const git = (...words: string[]): ReturnType<typeof command> => command("git", words, folder);
  await git("init", "--quiet");
  await git("add", "--all");
  const changes = async (): Promise<string> =>
    (await git("status", "--porcelain", "--untracked-files=all")).stdout.replace(/^A .*\n/gm, "");

  const temporary = await temporaryFolder();
  const child = spawn("node", [join(root, "tools/commands/version.ts")], {
    cwd: folder,
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
      // As Ctrl+C does: to all processes of the terminal.
      process.kill(-(child.pid ?? 0), "SIGINT");
    });
  const [code] = await once(child, "close");
  expect(output).toContain(middle);
  expect(code).toBe(1);
  expect(output).toMatch(/\nIt was ended\. Nothing has changed\.\n$/);
  expect(await changes()).toBe("");
  expect((await readdir(temporary)).filter((name) => name.startsWith("crm-platform"))).toEqual([]);

  await edit("spec/tickets/behaviour.yaml", "grade: described", "grade: sure");
  await git("add", "--all");
  const failed = await run("version");
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("spec/tickets/behaviour.yaml:") });
  expect(failed.stdout).toContain(middle);
  expect(await changes()).toBe("");
});

test("a break is accepted, described in a changeset and released, and the next release starts from it", async () => {
  const { folder, version: before, edit, read, write, run } = await copyOfRepository();
  const list = "spec/released/acceptedBreaks.yaml";
  const [empty, spec] = [await read(list), await read("spec/openapi.yaml")];
  await edit("spec/meetings/schemas/MeetingBatchReadInput.yaml", "maxItems: 100", "maxItems: 50");
  const open = await run("apiDiff");
  expect(open).toMatchObject({ code: 1, stderr: "" });
  await write(list, proposed(open.stdout));
  expect(await run("change")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("version")).toMatchObject({ code: 0, stderr: "" });

  const { version } = JSON.parse(await read("packages/client/package.json")) as { version: string };
  expect(version).not.toBe(before);
  expect(await read(list)).toBe(empty);
  expect(await read("spec/openapi.yaml")).toBe(spec.replace(/^ {2}version: .*$/m, `  version: ${version}`));
  expect(await read("spec/control/openapi.yaml")).toContain(`\n  version: ${version}\n`);
  expect(await read("packages/types/src/generated/openapi.json")).toContain(`"version": "${version}"`);
  for (const file of ["openapi.yaml", "control/openapi.yaml"])
    expect(await read(`spec/released/${file}`)).toContain(`\n  version: ${version}\n`);
  expect(await read("spec/released/api/mock/vitest.api.md")).toBe(await read("packages/mock/api/vitest.api.md"));
  expect((await readdir(join(folder, ".changeset"))).filter((name) => name.endsWith(".md"))).toEqual([]);
  const changelog = await read("packages/client/CHANGELOG.md");
  expect(changelog).toMatch(`# @crm-platform/client\n\n## ${version}\n\n`);
  expect(changelog).toContain(
    "### Breaking Changes\n\nThe API has changed:\n\n- `MeetingBatchReadInput`, in requests of `meetings.batchRead`\n  - **breaks**: `field inputs`: its `maxItems` is `50` now, was `100`",
  );
  expect(changelog).toContain(`Meant: \`${reason}\``);
  expect(changelog).not.toContain("Updated dependencies");
  expect(await run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is needed") });
});
