import { expect, test } from "vitest";
import { acceptedBreaksFile as list } from "../acceptedBreaks.ts";
import type { Loose } from "./releasedFolder.ts";
import { proposed, reason, releasedFolder } from "./releasedFolder.ts";

const limitInputs = ({ components }: Loose, maxItems: number): void => {
  components.schemas.MeetingBatchReadInput.properties.inputs.maxItems = maxItems;
};

test("a breaking change is accepted with a reason, and an entry that matches no change is an error", async () => {
  const { platform, read, write, run } = await releasedFolder();
  limitInputs(platform, 50);
  const open = await run("apiDiff");
  expect(open.code).toBe(1);
  const entry = proposed(open.stdout);
  await write(list, entry);
  expect(await run("apiDiff")).toMatchObject({ code: 0, stdout: expect.stringContaining(`accepted: ${reason}`) });
  expect(await run("change")).toMatchObject({ code: 0 });
  expect(await read(".changeset/meeting-batch-read-input-limit-changed.md")).toContain(`Reason: \`${reason}\``);

  for (const [old, now] of [
    ["field inputs", "field elsewhere"],
    ["platform ›", "control ›"],
    [" › field inputs", ""],
  ] as const) {
    await write(list, entry.replace(old, now));
    const idle = await run("apiDiff", "--format", "json");
    expect(idle).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no breaking change at") });
    expect(JSON.parse(idle.stdout)).toMatchObject({ level: "minor" });
  }
});

test.each([
  {
    title: "without a reason",
    text: '# Breaks.\n- { changes: ["platform › a: Gone."], reason: "" }\n',
    place: ":2:39 #/0/reason",
    message: 'This must match pattern "\\S". Expected: a list of entries, each with a reason',
  },
  {
    title: "with an unknown field",
    text: "- { why: This. }\n",
    place: ":1:3 #/0",
    message: "This must NOT have additional properties: why.",
  },
  { title: "that is not an object", text: "- This.\n", place: ":1:3 #/0", message: "This must be object." },
  { title: "in a file without a list", text: "document: platform\n", place: ":1:1 #/", message: "This must be array." },
  { title: "that is not YAML", text: "- operation: [\n", place: ":", message: "Invalid YAML" },
])("an entry $title is reported with its place", async ({ text, place, message }) => {
  const { write, run } = await releasedFolder();
  await write(list, text);
  const { code, stderr } = await run("apiDiff");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${list}${place}`) });
  expect(stderr).toContain(message);
});

test.each([
  {
    title: "a limit that is lowered a second time",
    first: (platform: Loose) => limitInputs(platform, 50),
    next: (platform: Loose) => limitInputs(platform, 2),
    now: "`maxItems` changed from `100` to `2`",
  },
  {
    title: "another field that becomes optional",
    first: ({ components }: Loose) => components.schemas.DomainV1.required.pop(),
    next: ({ components }: Loose) => components.schemas.DomainV1.required.pop(),
    now: "`domain` became optional",
  },
])("an entry accepts only the change that it describes: $title", async ({ first, next, now }) => {
  const { platform, write, run } = await releasedFolder();
  first(platform);
  await write(list, proposed((await run("apiDiff")).stdout));
  expect(await run("apiDiff")).toMatchObject({ code: 0 });
  next(platform);
  const { code, stderr } = await run("apiDiff");
  expect(code).toBe(1);
  expect(stderr).toContain("differs:");
  expect(stderr).toContain(now);
});

test("no version is created if a breaking change is not accepted or the level of the changesets is too low", async () => {
  const { platform, write, run } = await releasedFolder();
  limitInputs(platform, 50);
  const names = ["types", "client", "mock"];
  const claim = (level: string): Promise<void> =>
    write(".changeset/low.md", `---\n${names.map((name) => `"@crm-platform/${name}": ${level}\n`).join("")}---\n\nLess.\n`);
  await claim("patch");
  const open = await run("version");
  expect(open).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Cannot create a version: these breaking changes are not accepted."),
  });
  expect(open.stderr).toContain("`maxItems` changed from `100` to `50`");

  await write(list, proposed((await run("apiDiff")).stdout));
  const low = await run("version");
  expect(low).toMatchObject({ code: 1, stderr: expect.stringContaining("@crm-platform/types requires a minor changeset") });

  await claim("minor");
  expect(await run("version")).toMatchObject({ code: 0 });
});
