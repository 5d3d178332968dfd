import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resultOf } from "../../commandLine.ts";
import { apiDiff } from "../commands/apiDiff.ts";
import type { Effect } from "../judge/verdict.ts";
import { demandedLevel, type Level } from "../levels.ts";
import { operationOf, type ReleasedFolder, releasedFolder } from "./releasedFolder.ts";

const levels: readonly { effects: readonly Effect[]; before: Level; after: Level }[] = [
  { effects: [], before: "none", after: "none" },
  { effects: ["reads"], before: "patch", after: "patch" },
  { effects: ["reads", "adds"], before: "patch", after: "minor" },
  { effects: ["adds", "breaks", "reads"], before: "minor", after: "major" },
];

test.each(levels)("$effects: $before before 1.0.0, $after afterwards", ({ effects, before, after }) => {
  const findings = effects.map((effect) => ({ effect }));
  for (const version of ["0.0.9", "0.1.0", "0.12.3"]) expect(demandedLevel(findings, version)).toBe(before);
  for (const version of ["1.0.0", "10.0.0"]) expect(demandedLevel(findings, version)).toBe(after);
});

const describeArchive = ({ platform }: ReleasedFolder): void => {
  operationOf(platform, "tickets.archive").description = "Puts a ticket into the recycling bin.";
};

const edits: readonly { title: string; edit: (repository: ReleasedFolder) => void; line: string; level: Level }[] = [
  {
    title: "an added optional field",
    edit: ({ platform }) => {
      platform.components.schemas.MeetingBatchReadInput.properties.reason = { type: "string", description: "What for." };
    },
    line: "new     field reason: the field was added to requests. (field-added)",
    level: "patch",
  },
  {
    title: "an added required parameter",
    edit: ({ platform }) => {
      const reason = { name: "reason", in: "query", required: true, description: "Why.", schema: { type: "string" } };
      operationOf(platform, "tickets.archive").parameters.push(reason);
    },
    line: "breaks  query parameter reason: the parameter was added and is required. Requests without it get a 400 response. (parameter-required)",
    level: "minor",
  },
  { title: "a changed description", edit: describeArchive, line: "text    The description changed. (text-changed)", level: "patch" },
];

test.each(edits)("after the release, $title requires a $level changeset", async ({ edit, line, level }) => {
  const repository = await releasedFolder();
  edit(repository);
  const diff = await repository.run("apiDiff");
  expect(diff).toMatchObject({ code: line.startsWith("breaks") ? 1 : 0, stderr: "" });
  expect(diff.stdout).toContain(`    ${line}\n`);
  expect(diff.stdout).toContain(`The changes require a ${level} version after ${repository.version}: `);
  const missing = await repository.run("change", "--check");
  expect(missing.code).toBe(1);
  for (const name of ["types", "client", "mock"])
    expect(missing.stderr).toContain(`@crm-platform/${name} requires a ${level} changeset; no changeset names it.`);
  expect(missing.stderr).toContain(line.slice(8, line.lastIndexOf(" (")));
  expect(missing.stderr).toContain("Write one: npx pnpm run change\n");

  expect(await repository.run("change")).toMatchObject({ code: 0, stderr: "" });
  expect(await repository.run("change", "--check")).toMatchObject({ code: 0, stderr: "" });
});

test("a change to the control API requires a changeset for the mock only", async () => {
  const { control, read, run } = await releasedFolder();
  control.components.schemas.Clock.properties.zone = { type: "string", description: "Its time zone." };
  const { stderr } = await run("change", "--check");
  expect(stderr).toContain("@crm-platform/mock requires a patch changeset; no changeset names it.");
  expect(stderr).not.toContain("@crm-platform/client");
  await run("change");
  expect(await read(".changeset/control-clock-field-added.md")).toContain(
    '---\n"@crm-platform/mock": patch\n---\n\nThe control API of the mock has changed:\n',
  );
});

test("a proposed changeset contains only changes that no other changeset mentions", async () => {
  const repository = await releasedFolder();
  const { platform, read, write, run } = repository;
  const [first, second] = [".changeset/tickets-archive-text-changed.md", ".changeset/meeting-batch-read-input-field-added.md"];
  describeArchive(repository);
  expect((await run("change")).stdout).toContain(`Written: ${first}.`);
  const generated = await read(first);
  expect(generated).toBe(
    '---\n"@crm-platform/types": patch\n"@crm-platform/client": patch\n"@crm-platform/mock": patch\n---\n\nThe API has changed:\n\n- `tickets.archive`\n  - text: The description changed.\n',
  );
  expect((await run("change")).stdout).toContain("The changesets mention every change to the API.");
  const byHand = `${generated}\nIn better words.\n`;
  await write(first, byHand);
  platform.components.schemas.MeetingBatchReadInput.properties.reason = { type: "string", description: "What for." };
  expect((await run("change")).stdout).toContain(`Written: ${second}.`);
  expect(await read(second)).not.toContain("tickets.archive");
  expect(await read(first)).toBe(byHand);
});

test("a changeset with too low a level or without an affected package is rejected", async () => {
  const { platform, write, run } = await releasedFolder();
  platform.components.schemas.MeetingBatchReadInput.properties.inputs.maxItems = 50;
  await write(".changeset/low.md", '---\n"@crm-platform/types": minor\n"@crm-platform/client": patch\n---\n\nFewer.\n');
  const { code, stderr } = await run("change", "--check");
  expect(code).toBe(1);
  expect(stderr).not.toContain("@crm-platform/types requires");
  expect(stderr).toContain("@crm-platform/client requires a minor changeset; the highest is patch.");
  expect(stderr).toContain("@crm-platform/mock requires a minor changeset; no changeset names it.");
});

test.each([
  { title: "without front matter", text: "More.\n", sentence: "missing or invalid frontmatter" },
  { title: "with front matter that is not an object", text: "---\nhello\n---\n\nMore.\n", sentence: "frontmatter must be an object" },
  { title: "without a package", text: "---\n---\n\nMore.\n", sentence: "The changeset does not name a package." },
  {
    title: "for an unknown package",
    text: '---\n"@crm-platform/typez": minor\n---\n\nMore.\n',
    sentence: 'Unknown package "@crm-platform/typez". Valid packages: @crm-platform/types,',
  },
  { title: "with an unknown level", text: '---\n"@crm-platform/types": huge\n---\n\nMore.\n', sentence: 'invalid version type "huge"' },
  { title: "without a text", text: '---\n"@crm-platform/types": patch\n---\n\n', sentence: "The changeset has no text." },
  {
    title: "with a heading",
    text: '---\n"@crm-platform/types": patch\n---\n\nMore.\n\n## 0.2.0\n\nMuch more.\n',
    sentence: "The changelog uses headings of levels 1 to 3 for versions.",
  },
])("a changeset $title is rejected", async ({ text, sentence }) => {
  const { write, run } = await releasedFolder();
  await write(".changeset/wrong.md", text);
  for (const { code, stderr } of [await run("change", "--check"), await run("version")]) {
    expect(code).toBe(1);
    expect(stderr).toContain(".changeset/wrong.md ");
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});

test("before 1.0.0, a major changeset is rejected unless its text contains 1.0.0", async () => {
  const { version, write, run } = await releasedFolder();
  const claim = (text: string): Promise<void> => write(".changeset/big.md", `---\n"@crm-platform/types": major\n---\n\n${text}\n`);
  await claim("A field is gone.");
  for (const result of [await run("change", "--check"), await run("version")]) {
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`.changeset/big.md: major changes version ${version} to 1.0.0. Before 1.0.0, declare minor`),
    });
  }
  await claim("This is 1.0.0: from now on a break makes a major version.");
  expect(await run("change", "--check")).toMatchObject({ code: 0, stdout: expect.stringContaining("They release version 1.0.0.\n") });
  expect(await run("version")).toMatchObject({ code: 0 });
});

describe("the last release", () => {
  const file = "spec/released/openapi.yaml";
  test.each<{ title: string; spoil: (text: string) => string; sentence: string }>([
    { title: "with a changed value", spoil: (text) => text.replace("maxItems: 100", "maxItems: 90"), sentence: "was changed after" },
    {
      title: "with a different version",
      spoil: (text) => text.replace(/^ {2}version: .*$/m, "  version: 9.9.9"),
      sentence: "has version 9.9.9",
    },
    { title: "that is truncated", spoil: (text) => text.slice(0, 5000), sentence: file },
    { title: "that is empty", spoil: () => "", sentence: "is not an OpenAPI document" },
    { title: "that is not YAML", spoil: () => "a: [", sentence: "is not an OpenAPI document" },
  ])("a document $title is rejected", async ({ spoil, sentence }) => {
    const { read, write, run } = await releasedFolder();
    const text = await read(file);
    await write(file, spoil(text));
    expect(await read(file)).not.toBe(text);
    const { code, stdout, stderr } = await run("apiDiff");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/Restore the documents .* git checkout COMMIT -- spec\/released\n$/);
  });

  test("every command fails if a document is missing", async () => {
    const { folder, version, write, run } = await releasedFolder();
    await rm(join(folder, "spec/released/control"), { recursive: true });
    await write(".changeset/next.md", '---\n"@crm-platform/mock": patch\n---\n\nMore.\n');
    for (const { code, stderr } of [await run("apiDiff"), await run("change", "--check"), await run("change"), await run("version")]) {
      const sentence = `Cannot compare with release ${version}: spec/released/control/openapi.yaml is missing.`;
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
    }
  });

  test("without a changeset, there is nothing to release", async () => {
    const { run } = await releasedFolder();
    expect(await run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is required") });
    expect(await run("change", "--check")).toMatchObject({ code: 0 });
    expect(await run("version")).toMatchObject({ code: 1, stderr: expect.stringContaining("There are no changesets") });
  });
});

describe("api:diff", () => {
  test("writes a report to a file, and prints JSON", async () => {
    const repository = await releasedFolder();
    describeArchive(repository);
    expect(await repository.run("apiDiff", "--format", "markdown", "--output", "report.md")).toMatchObject({ code: 0, stdout: "" });
    expect(await repository.read("report.md")).toContain("### The API\n\n- `tickets.archive`\n  - text: The description changed.\n");
    const finding = { subject: "tickets.archive", rule: "text-changed", effect: "reads" };
    expect(JSON.parse((await repository.run("apiDiff", "--format", "json")).stdout)).toMatchObject({
      documents: [
        { document: "platform", findings: [finding] },
        { document: "control", findings: [] },
      ],
    });
  });

  test("reports a problem in the spec with its file, line and column", async () => {
    const { folder, write } = await releasedFolder();
    await write("redocly.yaml", 'telemetry: "off"\nrules: { no-unresolved-refs: error }\n');
    const document = 'openapi: 3.1.0\ninfo: { title: Places, version: "1" }\npaths:\n  /tickets:\n    $ref: ./tickets/nowhere.yaml\n';
    await write("spec/openapi.yaml", document);
    const { code, stderr } = await resultOf(() => apiDiff([], folder));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}spec\/openapi\.yaml:5:\d+ .*tickets/m);
    expect(stderr).not.toMatch(/--force|bundling/);
  });

  test.each([
    { options: ["nowhere"], sentence: '"nowhere" is not a git revision with a spec.' },
    { options: ["--format", "html"], sentence: 'Unknown format "html". Valid formats: text, markdown, json.' },
    { options: ["a", "b"], sentence: '"b"' },
    { options: ["--output", "nowhere/report.md"], sentence: "Cannot write nowhere/report.md: ENOENT." },
  ])("rejects $options with an error that states the reason", async ({ options, sentence }) => {
    const { run } = await releasedFolder();
    const { code, stderr } = await run("apiDiff", ...options);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
