import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CommandResult, resultOf } from "../../commandLine.ts";
import { command } from "../../tests/workspace.ts";
import { acceptedBreaksFile } from "../acceptedBreaks.ts";
import { apiDiff } from "../commands/apiDiff.ts";
import { change } from "../commands/change.ts";
import { makeVersion } from "../commands/version.ts";
import { currentContract } from "../documents/contracts.ts";
import { releasedContract } from "../documents/released.ts";
import { proposed, reason } from "./releasedFolder.ts";
import { copyOfRepository } from "./repository.ts";

test("a breaking change is found, accepted, described in a changeset and released", async () => {
  const { folder, version: before, edit, read, write } = await copyOfRepository();
  const git = (...words: string[]): ReturnType<typeof command> =>
    command("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...words], folder);
  await git("init", "--quiet");
  await git("add", "--all");
  expect(await git("commit", "--quiet", "--message", "Before")).toMatchObject({ code: 0 });
  const [empty, spec] = [await read(acceptedBreaksFile), await read("spec/openapi.yaml")];

  await edit("spec/meetings/schemas/MeetingBatchReadInput.yaml", "maxItems: 100", "maxItems: 50");
  const current = await currentContract(folder);
  const diff = (...words: string[]): Promise<CommandResult> => resultOf(() => apiDiff(words, folder, async () => current));
  const sinceRevision = await diff("HEAD", "--format", "json");
  expect(JSON.parse(sinceRevision.stdout ?? "")).toMatchObject({
    documents: [{ findings: [{ subject: "MeetingBatchReadInput", rule: "limit-changed" }] }, { document: "control", findings: [] }],
  });
  const open = await diff();
  expect(open.code).toBe(1);
  await write(acceptedBreaksFile, proposed(open.stdout ?? ""));
  expect(await resultOf(() => change([], folder, async () => current))).toMatchObject({ code: 0 });

  // If there are changesets, the rehearsal runs the command `pnpm version:packages`.
  const version = await makeVersion(folder, new AbortController().signal, async () => current);
  expect(version).not.toBe(before);
  expect(JSON.parse(await read("packages/client/package.json"))).toMatchObject({ version });
  expect(await read(acceptedBreaksFile)).toBe(empty);
  expect(await read("spec/openapi.yaml")).toBe(spec.replace(/^ {2}version: .*$/m, `  version: ${version}`));
  expect(await read("spec/control/openapi.yaml")).toContain(`\n  version: ${version}\n`);
  expect(await read("packages/types/src/generated/openapi.json")).toContain(`"version": "${version}"`);
  expect(await read("packages/mock/src/generated/control/openapi.json")).toContain(`"version": "${version}"`);
  for (const file of ["openapi.yaml", "control/openapi.yaml"])
    expect(await read(`spec/released/${file}`)).toContain(`\n  version: ${version}\n`);
  expect(await read("spec/released/api/mock/vitest.api.md")).toBe(await read("packages/mock/api/vitest.api.md"));
  expect((await readdir(join(folder, ".changeset"))).filter((name) => name.endsWith(".md"))).toEqual([]);
  const changelog = await read("packages/client/CHANGELOG.md");
  expect(changelog).toMatch(`# @crm-platform/client\n\n## ${version}\n\n`);
  expect(changelog).toContain(
    "### Breaking Changes\n\nThe API has changed:\n\n- `MeetingBatchReadInput`, in requests of `meetings.batchRead`\n  - **breaks**: `field inputs`: `maxItems` changed from `100` to `50`.",
  );
  expect(changelog).toContain(`Reason: \`${reason}\``);
  expect(changelog).not.toContain("Updated dependencies");
  const generated = JSON.parse(await read("packages/types/src/generated/openapi.json")) as unknown;
  expect((await releasedContract(folder))?.platform).toEqual(generated);
});
