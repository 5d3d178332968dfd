import { expect, test } from "vitest";
import type { Loose } from "./releasedFolder.ts";
import { proposed, reason, releasedFolder } from "./releasedFolder.ts";

const list = "spec/released/acceptedBreaks.yaml";
const limitInputs = ({ components }: Loose, maxItems: number): void => {
  components.schemas.MeetingBatchReadInput.properties.inputs.maxItems = maxItems;
};

test("a break is accepted with a reason, and an entry that accepts nothing is an error", async () => {
  const { platform, read, write, run } = await releasedFolder();
  limitInputs(platform, 50);
  const open = await run("apiDiff");
  expect(open.code).toBe(1);
  const entry = proposed(open.stdout);
  await write(list, entry);
  expect(await run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining(`accepted: ${reason}`) });

  await write(list, `# Breaks.\n${entry.replace(reason, '""')}`);
  const reasonless = await run("apiDiff");
  expect(reasonless).toMatchObject({ code: 1, stderr: expect.stringContaining("The entry has no reason.") });
  expect(reasonless.stderr).toContain(`${list}:2:5 #/0`);
  for (const [old, now] of [
    ["field inputs", "field elsewhere"],
    ["document: platform", "document: control"],
    [/ {4}place: .*\n/, ""],
  ] as const) {
    await write(list, entry.replace(old, now));
    const idle = await run("apiDiff");
    expect(idle).toMatchObject({ code: 1, stderr: expect.stringContaining('No break of the rule "limit-changed" is found at') });
    // The report comes first: it has the words that the entry needs.
    expect(proposed(idle.stdout)).toBe(entry);
  }
  const json = await run("apiDiff", "--format", "json");
  expect(json).toMatchObject({ code: 1, stderr: expect.stringContaining("No break of the rule") });
  expect(JSON.parse(json.stdout)).toMatchObject({ level: "minor" });
  await write(list, "- operation: [\n");
  expect((await run("apiDiff")).stderr).toMatch(/acceptedBreaks\.yaml:\d+:\d+ .*\n.*The file is not YAML: /);

  await write(list, entry);
  expect(await run("change")).toMatchObject({ code: 0 });
  expect(await read(".changeset/meeting-batch-read-input-limit-changed.md")).toContain(`Meant: \`${reason}\``);
});

test.each([
  {
    title: "a limit that is lowered again",
    first: (platform: Loose) => limitInputs(platform, 50),
    next: (platform: Loose) => limitInputs(platform, 2),
    now: "Its `maxItems` is `2` now, was `100`",
  },
  {
    title: "one more field that may be missing",
    first: ({ components }: Loose) => components.schemas.Domain.required.pop(),
    next: ({ components }: Loose) => components.schemas.Domain.required.pop(),
    now: "`domain` are no longer in every response",
  },
])("what accepts a break accepts no other: $title", async ({ first, next, now }) => {
  const { platform, write, run } = await releasedFolder();
  first(platform);
  await write(list, proposed((await run("apiDiff")).stdout));
  expect(await run("apiDiff")).toMatchObject({ code: 0 });
  next(platform);
  const { code, stderr } = await run("apiDiff");
  expect(code).toBe(1);
  expect(stderr).toContain("is another one:");
  expect(stderr).toContain(now);
});

test("a version is refused while a break is open or too little is claimed", async () => {
  const { platform, write, run } = await releasedFolder();
  limitInputs(platform, 50);
  const names = ["types", "client", "mock"];
  const claim = (level: string): Promise<void> =>
    write(".changeset/low.md", `---\n${names.map((name) => `"@crm-platform/${name}": ${level}\n`).join("")}---\n\nLess.\n`);
  await claim("patch");
  const open = await run("version");
  expect(open).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The version is not made, because these breaks are not accepted."),
  });
  expect(open.stderr).toContain("its `maxItems` is `50` now, was `100`");

  await write(list, proposed((await run("apiDiff")).stdout));
  const low = await run("version");
  expect(low).toMatchObject({ code: 1, stderr: expect.stringContaining("@crm-platform/types needs a minor changeset") });

  await claim("minor");
  expect(await run("version")).toMatchObject({ code: 0 });
});
