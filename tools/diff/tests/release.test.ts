import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command } from "../../tests/workspace.ts";
import { copyOf, copyOfRepository, type Repository } from "./repository.ts";

const folders: string[] = [];
let released: Repository;
let version: string;

/** A copy of the repository as it is after its first release. */
async function afterRelease(): Promise<Repository> {
  const copy = await copyOf(released);
  folders.push(copy.folder);
  return copy;
}

beforeAll(async () => {
  released = await copyOfRepository();
  folders.push(released.folder);
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test("before the first release nothing can break, and any changeset will do", async () => {
  for (const run of [released.run("apiDiff"), released.run("change", "--check"), released.run("change")]) {
    expect(await run).toMatchObject({ code: 0, stdout: expect.stringContaining("There is no release yet"), stderr: "" });
  }
});

test("a version: packages, changelogs, both documents, what is generated, and what is kept to compare with", async () => {
  const before = await released.read("spec/openapi.yaml");
  expect(await released.run("version")).toMatchObject({ code: 0, stderr: "" });
  ({ version } = JSON.parse(await released.read("packages/client/package.json")) as { version: string });
  const after = await released.read("spec/openapi.yaml");
  const line = /^ {2}version: .*$/m;
  expect(after).toBe(before.replace(line, `  version: ${version}`));
  expect(await released.read("spec/control/openapi.yaml")).toContain(`\n  version: ${version}\n`);
  expect(await released.read("packages/types/CHANGELOG.md")).toMatch(`# @crm-platform/types\n\n## ${version}\n\n### Minor Changes\n\n`);
  expect(await released.read("packages/types/CHANGELOG.md")).toContain("\n\nA release.\n");
  expect((await readdir(join(released.folder, ".changeset"))).filter((name) => name.endsWith(".md"))).toEqual([]);
  expect(await released.run("generate", "--check")).toMatchObject({ code: 0 });
  for (const file of ["openapi.yaml", "control/openapi.yaml"])
    expect(await released.read(`spec/released/${file}`)).toContain(`version: ${version}`);
  expect(await released.run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is needed") });
  expect(await released.run("change", "--check")).toMatchObject({ code: 0 });
  expect(await released.run("version")).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no changeset") });
});

const batchInput = "spec/meetings/schemas/MeetingBatchReadInput.yaml";
const archive = "spec/tickets/archive.yaml";

test("a break is accepted with a reason, the changeset tells it, and the next release starts anew", async () => {
  const repository = await afterRelease();
  const list = "spec/released/acceptedBreaks.yaml";
  const empty = await repository.read(list);
  await repository.edit(batchInput, "maxItems: 100", "maxItems: 50");
  const entry = "- operation: MeetingBatchReadInput\n  rule: limit-changed\n";
  await repository.write(list, `${entry}  reason: ""\n`);
  expect(await repository.run("apiDiff")).toMatchObject({ code: 1, stderr: expect.stringContaining("The entry has no reason.") });
  await repository.write(list, `${entry}  reason: The service takes no more since May.\n`);
  const accepted = await repository.run("apiDiff");
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("accepted: The service takes no more since May.") });
  await repository.write(list, `${entry}  place: field elsewhere\n  reason: The service takes no more since May.\n`);
  const idle = await repository.run("apiDiff");
  expect(idle).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No break of the rule "limit-changed" is found at MeetingBatchReadInput, field elsewhere.'),
  });
  await repository.write(list, `${entry}  place: field inputs\n  reason: The service takes no more since May.\n`);

  expect(await repository.run("change")).toMatchObject({ code: 0 });
  expect(await repository.run("version")).toMatchObject({ code: 0 });
  expect(await repository.read(list)).toBe(empty);
  const changelog = await repository.read("packages/client/CHANGELOG.md");
  expect(changelog).toContain(
    "The API has changed:\n\n- `MeetingBatchReadInput`, in requests of `meetings.batchRead`\n  - **breaks**: `field inputs`: `maxItems` went from `100` to `50`",
  );
  expect(changelog).toContain("Meant: `The service takes no more since May.`");
  expect(changelog).not.toContain("Updated dependencies");
  expect(await repository.run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is needed") });
});

test("a changeset says what is new, beside what is written by hand", async () => {
  const repository = await afterRelease();
  const [first, second] = [".changeset/tickets-archive-text-changed.md", ".changeset/meeting-batch-read-input-field-added.md"];
  await repository.edit(archive, "Moves a ticket", "Puts a ticket");
  const dry = await repository.run("change", "--dry-run");
  expect(dry.stdout).toBe(
    '---\n"@crm-platform/types": patch\n"@crm-platform/client": patch\n"@crm-platform/mock": patch\n---\n\nThe API has changed:\n\n- `tickets.archive`\n  - text: Its description reads differently.\n',
  );
  expect(existsSync(join(repository.folder, first))).toBe(false);
  expect((await repository.run("change")).stdout).toContain(`${first} is written.`);
  expect(await repository.read(first)).toBe(dry.stdout);
  expect((await repository.run("change")).stdout).toContain("The changesets say all of it already.");
  const byHand = `${dry.stdout}\nIn better words.\n`;
  await repository.write(first, byHand);
  await repository.edit(batchInput, "  idProperty:\n", "  reason:\n    type: string\n    description: What for.\n  idProperty:\n");
  expect((await repository.run("change")).stdout).toContain(`${second} is written.`);
  expect(await repository.read(second)).not.toContain("tickets.archive");
  expect(await repository.read(first)).toBe(byHand);
});

test("a changeset that claims less, or for fewer packages, is not enough", async () => {
  const repository = await afterRelease();
  await repository.edit(batchInput, "maxItems: 100", "maxItems: 50");
  await repository.write(".changeset/low.md", '---\n"@crm-platform/types": minor\n"@crm-platform/client": patch\n---\n\nFewer.\n');
  const { code, stderr } = await repository.run("change", "--check");
  expect(code).toBe(1);
  expect(stderr).not.toContain("@crm-platform/types asks");
  expect(stderr).toContain("@crm-platform/client asks for a minor changeset; the tree has no more than patch.");
  expect(stderr).toContain("@crm-platform/mock asks for a minor changeset; the tree has none.");
});

test("BASE is a document, a folder, or a revision; the report goes to a file, as Markdown or JSON", async () => {
  const repository = await afterRelease();
  const { folder, edit, run, read } = repository;
  const git = (...words: string[]): ReturnType<typeof command> =>
    command("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...words], folder);
  await git("init", "--quiet");
  await git("add", "spec");
  expect(await git("commit", "--quiet", "--message", "Before")).toMatchObject({ code: 0 });
  await edit(archive, "Moves a ticket", "Puts a ticket");
  for (const base of ["HEAD", "spec/released", "spec/released/openapi.yaml"]) {
    const { code, stdout } = await run("apiDiff", base, "--format", "json");
    expect(code).toBe(0);
    const { documents } = JSON.parse(stdout) as { documents: { document: string; findings: object[] }[] };
    expect(documents[0]).toMatchObject({
      document: "platform",
      findings: [{ subject: "tickets.archive", rule: "text-changed", effect: "reads" }],
    });
    expect(documents).toHaveLength(base.endsWith(".yaml") ? 1 : 2);
  }
  expect(await run("apiDiff", "--format", "markdown", "--output", "report.md")).toMatchObject({ code: 0, stdout: "" });
  expect(await read("report.md")).toContain("### The API\n\n- `tickets.archive`\n  - text: Its description reads differently.\n");
});

test.each([
  { options: ["nowhere"], sentence: '"nowhere" is neither a document, nor a folder with openapi.yaml, nor a revision that has a spec.' },
  { options: ["--format", "html"], sentence: '--format takes text, markdown, json, not "html".' },
  { options: ["a", "b"], sentence: "One BASE is enough." },
  { options: ["package.json"], sentence: "package.json is no OpenAPI document in one file" },
])("$options is refused in a sentence", async ({ options, sentence }) => {
  const { code, stderr } = await released.run("apiDiff", ...options);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
  expect(stderr).not.toMatch(/^\s+at /m);
});
