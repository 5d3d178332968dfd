import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resultOf } from "../../commandLine.ts";
import { command } from "../../tests/workspace.ts";
import { apiDiff } from "../commands/apiDiff.ts";
import { operationOf, type ReleasedFolder, releasedFolder } from "./releasedFolder.ts";
import { copyOfRepository } from "./repository.ts";

test("before the first release nothing can break, and any changeset will do; one has to be there", async () => {
  const { folder, write, run } = await releasedFolder();
  await rm(join(folder, "spec/released"), { recursive: true });
  await write("packages/types/package.json", '{ "version": "0.0.0" }');
  expect(await run("change", "--check")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no changeset that tells of the first"),
  });
  await write(".changeset/release.md", '---\n"@crm-platform/types": minor\n---\n\nA release.\n');
  for (const result of [await run("apiDiff"), await run("change", "--check"), await run("change")]) {
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("There is no release yet"), stderr: "" });
  }
});

test("packages with a version and without the released documents: the gate does not open, and says what to do", async () => {
  const { folder, version, write, run } = await releasedFolder();
  await rm(join(folder, "spec/released/control"), { recursive: true });
  await write(".changeset/next.md", '---\n"@crm-platform/mock": patch\n---\n\nMore.\n');
  for (const result of [await run("apiDiff"), await run("change", "--check"), await run("change"), await run("version")]) {
    const { code, stderr } = result;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`have version ${version}, but spec/released/control/openapi.yaml is missing`),
    });
    expect(stderr).toContain("git checkout COMMIT -- spec/released");
  }
});

test("without a changeset there is nothing to release", async () => {
  const { run } = await releasedFolder();
  expect(await run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is needed") });
  expect(await run("change", "--check")).toMatchObject({ code: 0 });
  expect(await run("version")).toMatchObject({ code: 1, stderr: expect.stringContaining("There are no changesets") });
});

test.each([
  { title: "without front matter", text: "More.\n", place: ":1:1", sentence: "A changeset starts with `---`" },
  { title: "with a line in it that is no claim", text: "---\nhello\n---\n\nMore.\n", place: ":2:1", sentence: "It names no package." },
  {
    title: "of a package that is none",
    text: '---\n"@crm-platform/mock": patch\n"@crm-platform/typez": minor\n---\n\nMore.\n',
    place: ":3:1",
    sentence: 'There is no package "@crm-platform/typez".',
  },
  {
    title: "of a level that is none",
    text: '---\n"@crm-platform/types": enormous\n---\n\nMore.\n',
    place: ":2:1",
    sentence: '"enormous" is no level. The levels are none, patch, minor, major.',
  },
  { title: "without a text", text: '---\n"@crm-platform/types": patch\n---\n\n', place: ":3:1", sentence: "It has no text." },
  {
    title: "with a heading",
    text: '---\n"@crm-platform/types": patch\n---\n\nMore.\n\n## 0.2.0\n\nMuch more.\n',
    place: ":7:1",
    sentence: "A changelog has headings of its own for versions and levels.",
  },
])("a changeset $title passes nowhere", async ({ text, place, sentence }) => {
  const { write, run } = await releasedFolder();
  await write(".changeset/wrong.md", text);
  for (const { code, stderr } of [await run("change", "--check"), await run("version")]) {
    expect(code).toBe(1);
    expect(stderr).toContain(`.changeset/wrong.md${place} `);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});

const describeArchive = ({ platform }: ReleasedFolder): void => {
  operationOf(platform, "tickets.archive").description = "Puts a ticket into the recycling bin.";
};

test("a changeset says what is new, beside what is written by hand", async () => {
  const repository = await releasedFolder();
  const { folder, platform, read, write, run } = repository;
  const [first, second] = [".changeset/tickets-archive-text-changed.md", ".changeset/meeting-batch-read-input-field-added.md"];
  describeArchive(repository);
  const dry = await run("change", "--dry-run");
  expect(dry.stdout).toBe(
    '---\n"@crm-platform/types": patch\n"@crm-platform/client": patch\n"@crm-platform/mock": patch\n---\n\nThe API has changed:\n\n- `tickets.archive`\n  - text: Its description changed.\n',
  );
  expect(existsSync(join(folder, first))).toBe(false);
  expect((await run("change")).stdout).toContain(`${first} is written.`);
  expect(await read(first)).toBe(dry.stdout);
  expect((await run("change")).stdout).toContain("The changesets say all of it already.");
  expect((await run("change", "--check")).code).toBe(0);
  const byHand = `${dry.stdout}\nIn better words.\n`;
  await write(first, byHand);
  platform.components.schemas.MeetingBatchReadInput.properties.reason = { type: "string", description: "What for." };
  expect((await run("change")).stdout).toContain(`${second} is written.`);
  expect(await read(second)).not.toContain("tickets.archive");
  expect(await read(first)).toBe(byHand);
});

test("a changeset that claims less, or for fewer packages, is not enough", async () => {
  const { platform, write, run } = await releasedFolder();
  platform.components.schemas.MeetingBatchReadInput.properties.inputs.maxItems = 50;
  await write(".changeset/low.md", '---\n"@crm-platform/types": minor\n"@crm-platform/client": patch\n---\n\nFewer.\n');
  const { code, stderr } = await run("change", "--check");
  expect(code).toBe(1);
  expect(stderr).not.toContain("@crm-platform/types needs");
  expect(stderr).toContain("@crm-platform/client needs a minor changeset; the tree has no more than patch.");
  expect(stderr).toContain("@crm-platform/mock needs a minor changeset; the tree has none.");
});

test("BASE is a document or a folder; the report goes to a file, as Markdown or JSON", async () => {
  const repository = await releasedFolder();
  const { read, run } = repository;
  describeArchive(repository);
  for (const base of ["spec/released", "spec/released/openapi.yaml"]) {
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
  expect(await read("report.md")).toContain("### The API\n\n- `tickets.archive`\n  - text: Its description changed.\n");
});

test("BASE is a revision, whose spec is bundled by the tools of today; a mistake in the spec is reported with its file and line", async () => {
  const { folder, edit } = await copyOfRepository();
  const git = (...words: string[]): ReturnType<typeof command> =>
    command("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...words], folder);
  await git("init", "--quiet");
  await git("add", "spec");
  expect(await git("commit", "--quiet", "--message", "Before")).toMatchObject({ code: 0 });
  await edit("spec/tickets/archive.yaml", "Moves a ticket", "Puts a ticket");
  const { code, stdout } = await resultOf(() => apiDiff(["HEAD", "--format", "json"], folder));
  expect(code).toBe(0);
  expect(JSON.parse(stdout ?? "")).toMatchObject({
    documents: [{ findings: [{ subject: "tickets.archive", rule: "text-changed" }] }, { document: "control", findings: [] }],
  });

  await edit("spec/openapi.yaml", "./tickets/archive.yaml", "./tickets/nowhere.yaml");
  const wrong = await resultOf(() => apiDiff(["HEAD"], folder));
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/^ {2}spec\/openapi\.yaml:\d+:\d+ .*tickets/m);
  expect(wrong.stderr).not.toMatch(/--force|bundling/);
});

test.each([
  { options: ["nowhere"], sentence: '"nowhere" is neither a document, nor a folder with openapi.yaml, nor a revision that has a spec.' },
  { options: ["--format", "html"], sentence: '--format takes text, markdown, json, not "html".' },
  { options: ["a", "b"], sentence: '"b" is one word too many.' },
  { options: ["--output", "nowhere/report.md"], sentence: "nowhere/report.md cannot be written (ENOENT)." },
  { options: ["--", "--format", "html"], sentence: '--format takes text, markdown, json, not "html".' },
  { options: ["package.json"], sentence: "package.json is not an OpenAPI document in one file: it has no `openapi`." },
  { options: ["bare.yaml"], sentence: "bare.yaml is not an OpenAPI document in one file: its `info` has no `title`" },
  { options: ["list.yaml"], sentence: "list.yaml is not an OpenAPI document in one file: its `paths` is not an object." },
  { options: ["text.yaml"], sentence: "text.yaml is not an OpenAPI document in one file: its `schemas` is not an object." },
  { options: ["spec/released/acceptedBreaks.yaml"], sentence: "it is not an object." },
  { options: ["spec/released/control/openapi.yaml"], sentence: "spec/released/control/openapi.yaml is the document of the control API" },
])("$options is refused in a sentence", async ({ options, sentence }) => {
  const { write, run } = await releasedFolder();
  await write("package.json", "{}");
  await write("bare.yaml", "openapi: 3.1.0\npaths: {}\n");
  await write("list.yaml", "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: []\n");
  await write("text.yaml", "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: all }\n");
  const { code, stderr } = await run("apiDiff", ...options);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
  expect(stderr).not.toMatch(/^\s+at /m);
});
