import { expect, test } from "vitest";
import { afterFirstRelease, type Repository } from "./repository.ts";

const afterRelease = afterFirstRelease();

const batchInput = "spec/meetings/schemas/MeetingBatchReadInput.yaml";
const list = "spec/released/acceptedBreaks.yaml";
const reason = "The service takes no more since May.";

/** The entries as `pnpm api:diff` proposes them, each with the reason. */
function proposed(stdout: string): string {
  const entries = stdout.slice(stdout.indexOf("\n  - document: ") + 1);
  return entries.replaceAll('reason: ""', `reason: ${reason}`);
}

test("a break is accepted with a reason, the changeset tells it, and the next release starts anew", async () => {
  const repository = await afterRelease();
  const empty = await repository.read(list);
  await repository.edit(batchInput, "maxItems: 100", "maxItems: 50");
  const open = await repository.run("apiDiff");
  expect(open.code).toBe(1);
  const entry = proposed(open.stdout);
  await repository.write(list, entry);
  const accepted = await repository.run("apiDiff");
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining(`accepted: ${reason}`) });

  await repository.write(list, `# Breaks.\n${entry.replace(reason, '""')}`);
  const reasonless = await repository.run("apiDiff");
  expect(reasonless).toMatchObject({ code: 1, stderr: expect.stringContaining("The entry has no reason.") });
  expect(reasonless.stderr).toContain(`${list}:2:5 #/0`);
  for (const [old, now] of [
    ["field inputs", "field elsewhere"],
    ["document: platform", "document: control"],
    [/ {4}place: .*\n/, ""],
  ] as const) {
    await repository.write(list, entry.replace(old, now));
    const idle = await repository.run("apiDiff");
    expect(idle).toMatchObject({ code: 1, stderr: expect.stringContaining('No break of the rule "limit-changed" is found at') });
    // The report comes first: it has the words that the entry needs.
    expect(proposed(idle.stdout)).toBe(entry);
  }
  const json = await repository.run("apiDiff", "--format", "json");
  expect(json).toMatchObject({ code: 1, stderr: expect.stringContaining("No break of the rule") });
  expect(JSON.parse(json.stdout)).toMatchObject({ level: "minor" });
  await repository.write(list, "- operation: [\n");
  expect((await repository.run("apiDiff")).stderr).toMatch(/acceptedBreaks\.yaml:\d+:\d+ .*\n.*The file is not YAML: /);
  await repository.write(list, entry);

  expect(await repository.run("change")).toMatchObject({ code: 0 });
  expect(await repository.run("version")).toMatchObject({ code: 0 });
  expect(await repository.read(list)).toBe(empty);
  const changelog = await repository.read("packages/client/CHANGELOG.md");
  expect(changelog).toContain(
    "### Breaking Changes\n\nThe API has changed:\n\n- `MeetingBatchReadInput`, in requests of `meetings.batchRead`\n  - **breaks**: `field inputs`: its `maxItems` is `50` now, not `100`",
  );
  expect(changelog).toContain(`Meant: \`${reason}\``);
  expect(changelog).not.toContain("Updated dependencies");
  expect(await repository.run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining("no new version is needed") });
});

const domain = "spec/domains/schemas/Domain.yaml";

test.each([
  {
    title: "a limit that is lowered again",
    first: ({ edit }: Repository) => edit(batchInput, "maxItems: 100", "maxItems: 50"),
    next: ({ edit }: Repository) => edit(batchInput, "maxItems: 50", "maxItems: 2"),
    now: "Its `maxItems` is `2` now, not `100`",
  },
  {
    title: "one more field that may be missing",
    first: ({ edit }: Repository) => edit(domain, "required: [id, domain]", "required: [id]"),
    next: ({ edit }: Repository) => edit(domain, "required: [id]", "required: []"),
    now: "`domain` are no longer in every answer",
  },
])("what accepts a break accepts no other: $title", async ({ first, next, now }) => {
  const repository = await afterRelease();
  await first(repository);
  await repository.write(list, proposed((await repository.run("apiDiff")).stdout));
  expect(await repository.run("apiDiff")).toMatchObject({ code: 0 });
  await next(repository);
  const { code, stderr } = await repository.run("apiDiff");
  expect(code).toBe(1);
  expect(stderr).toContain("is another one:");
  expect(stderr).toContain(now);
});

test("a version is refused while a break is open or too little is claimed, and nothing is written", async () => {
  const repository = await afterRelease();
  await repository.edit(batchInput, "maxItems: 100", "maxItems: 50");
  const names = ["types", "client", "mock"];
  const claim = (level: string): string => `---\n${names.map((name) => `"@crm-platform/${name}": ${level}\n`).join("")}---\n\nLess.\n`;
  await repository.write(".changeset/low.md", claim("patch"));
  const files = [
    ".changeset/low.md",
    "packages/client/package.json",
    "packages/client/CHANGELOG.md",
    "spec/openapi.yaml",
    "spec/released/openapi.yaml",
  ];
  const state = (): Promise<string[]> => Promise.all(files.map((file) => repository.read(file)));
  const before = await state();
  const open = await repository.run("version");
  expect(open).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There are breaks that nobody has accepted, so no version is made."),
  });
  expect(open.stderr).toContain("its `maxItems` is `50` now, not `100`");
  expect(await state()).toEqual(before);

  await repository.write(list, proposed((await repository.run("apiDiff")).stdout));
  const low = await repository.run("version");
  expect(low).toMatchObject({ code: 1, stderr: expect.stringContaining("@crm-platform/types asks for a minor changeset") });
  expect(await state()).toEqual(before);

  await repository.write(".changeset/low.md", claim("minor"));
  await repository.edit("spec/tickets/archive.yaml", "operationId: tickets.archive", "operationId: tickets..archive");
  expect(await repository.run("version")).toMatchObject({ code: 1, stderr: expect.stringContaining("spec/tickets/archive.yaml:") });
  await repository.edit("spec/tickets/archive.yaml", "operationId: tickets..archive", "operationId: tickets.archive");
  expect(await repository.run("version")).toMatchObject({ code: 0 });
});
