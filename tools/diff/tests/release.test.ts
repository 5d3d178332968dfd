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
  await released.write("bare.yaml", "openapi: 3.1.0\npaths: {}\n");
  await released.write("list.yaml", "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: []\n");
  await released.write("text.yaml", "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: all }\n");
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test("before the first release nothing can break, and any changeset will do; one has to be there", async () => {
  for (const run of [released.run("apiDiff"), released.run("change", "--check"), released.run("change")]) {
    expect(await run).toMatchObject({ code: 0, stdout: expect.stringContaining("There is no release yet"), stderr: "" });
  }
  const none = await copyOf(released);
  folders.push(none.folder);
  await rm(join(none.folder, ".changeset/release.md"));
  expect(await none.run("change", "--check")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no changeset that tells of the first"),
  });
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

test("packages with a version and without the released documents: the gate does not open, and says what to do", async () => {
  const repository = await afterRelease();
  await rm(join(repository.folder, "spec/released/control"), { recursive: true });
  await repository.write(".changeset/next.md", '---\n"@crm-platform/mock": patch\n---\n\nMore.\n');
  for (const run of [repository.run("apiDiff"), repository.run("change", "--check"), repository.run("change"), repository.run("version")]) {
    const { code, stderr } = await run;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`have version ${version}, but spec/released/control/openapi.yaml is missing`),
    });
    expect(stderr).toContain("git checkout COMMIT -- spec/released");
  }
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
  const repository = await afterRelease();
  await repository.write(".changeset/wrong.md", text);
  for (const run of [repository.run("change", "--check"), repository.run("version")]) {
    const { code, stderr } = await run;
    expect(code).toBe(1);
    expect(stderr).toContain(`.changeset/wrong.md${place} `);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});

const batchInput = "spec/meetings/schemas/MeetingBatchReadInput.yaml";
const archive = "spec/tickets/archive.yaml";

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
  expect((await repository.run("change", "--check")).code).toBe(0);
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

test("a mistake in the spec is told with its file and line, and nothing of another tool's", async () => {
  const repository = await afterRelease();
  await repository.edit("spec/openapi.yaml", "./tickets/archive.yaml", "./tickets/nowhere.yaml");
  for (const run of [repository.run("apiDiff"), repository.run("change")]) {
    const { code, stderr } = await run;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}spec\/openapi\.yaml:\d+:\d+ .*tickets/m);
    expect(stderr).not.toMatch(/--force|bundling/);
  }
});

test.each([
  { options: ["nowhere"], sentence: '"nowhere" is neither a document, nor a folder with openapi.yaml, nor a revision that has a spec.' },
  { options: ["--format", "html"], sentence: '--format takes text, markdown, json, not "html".' },
  { options: ["a", "b"], sentence: '"b" is one word too many.' },
  { options: ["--output", "nowhere/report.md"], sentence: "nowhere/report.md cannot be written (ENOENT)." },
  { options: ["--", "--format", "html"], sentence: '--format takes text, markdown, json, not "html".' },
  { options: ["package.json"], sentence: "package.json is no OpenAPI document in one file: it has no `openapi`." },
  { options: ["bare.yaml"], sentence: "bare.yaml is no OpenAPI document in one file: its `info` has no `title`" },
  { options: ["list.yaml"], sentence: "list.yaml is no OpenAPI document in one file: its `paths` is no object." },
  { options: ["text.yaml"], sentence: "text.yaml is no OpenAPI document in one file: its `components/schemas` is no object." },
  { options: ["spec/released/acceptedBreaks.yaml"], sentence: "it is no object with the members `openapi` and `info`." },
  { options: ["spec/released/control/openapi.yaml"], sentence: "spec/released/control/openapi.yaml is the document of the control API" },
])("$options is refused in a sentence", async ({ options, sentence }) => {
  const { code, stderr } = await released.run("apiDiff", ...options);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
  expect(stderr).not.toMatch(/^\s+at /m);
});
