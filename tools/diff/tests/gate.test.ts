import { rename } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { demandedLevel } from "../levels.ts";
import { afterFirstRelease, type Repository } from "./repository.ts";

const afterRelease = afterFirstRelease();
let version: string;

beforeAll(async () => {
  ({ version } = JSON.parse(await (await afterRelease()).read("packages/client/package.json")) as { version: string });
});

const batchInput = "spec/meetings/schemas/MeetingBatchReadInput.yaml";
const archive = "spec/tickets/archive.yaml";

const edits: readonly {
  readonly title: string;
  readonly edit: (repository: Repository) => Promise<void>;
  readonly line: string;
}[] = [
  {
    title: "an optional field more",
    edit: ({ edit }) => edit(batchInput, "  idProperty:\n", "  reason:\n    type: string\n    description: What for.\n  idProperty:\n"),
    line: "new     field reason: it can be sent now. (field-added)",
  },
  {
    title: "a field less",
    edit: async ({ read, write }) => {
      const file = "spec/meetings/schemas/Meeting.yaml";
      await write(file, (await read(file)).replace(/^ {2}objectWriteTraceId:\n( {4}.*\n)+/m, ""));
    },
    line: "breaks  field objectWriteTraceId: it is gone from answers: code that reads it no longer compiles. (field-removed)",
  },
  {
    title: "an operation of another name",
    edit: async ({ folder, edit }) => {
      await edit(archive, "operationId: tickets.archive", "operationId: tickets.delete");
      await rename(join(folder, archive), join(folder, "spec/tickets/delete.yaml"));
      await edit("spec/openapi.yaml", "./tickets/archive.yaml", "./tickets/delete.yaml");
    },
    line: "breaks  The operation `tickets.archive` is called `tickets.delete` now: calls and types by the old name no longer compile. (operation-renamed)",
  },
  {
    title: "fewer items in a body",
    edit: ({ edit }) => edit(batchInput, "maxItems: 100", "maxItems: 50"),
    line: "breaks  field inputs: its `maxItems` is `50` now, not `100`: requests outside of it are refused with 400. (limit-changed)",
  },
  {
    title: "a required parameter more",
    edit: ({ edit }) =>
      edit(
        archive,
        "  responses:\n",
        "    - name: reason\n      in: query\n      required: true\n      description: Why.\n      schema:\n        type: string\n  responses:\n",
      ),
    line: "breaks  query parameter reason: the parameter is new and required: calls without it are refused with 400. (parameter-required)",
  },
  {
    title: "another description",
    edit: ({ edit }) => edit(archive, "Moves a ticket to the recycling bin.", "Puts a ticket into the recycling bin."),
    line: "text    Its description reads differently. (text-changed)",
  },
];

describe("an edit after the release", () => {
  test.each(edits)("$title", async ({ edit, line }) => {
    const isBreak = line.startsWith("breaks");
    const level = demandedLevel([{ effect: isBreak ? "breaks" : line.startsWith("new") ? "adds" : "reads" }], version);
    const repository = await afterRelease();
    await edit(repository);
    const [diff, missing] = await Promise.all([repository.run("apiDiff"), repository.run("change", "--check")]);
    expect(diff).toMatchObject({ code: isBreak ? 1 : 0, stderr: "" });
    expect(diff.stdout).toContain(`    ${line}\n`);
    expect(diff.stdout).toContain(`This asks for a ${level} version after ${version}: `);
    expect(missing.code).toBe(1);
    for (const name of ["types", "client", "mock"])
      expect(missing.stderr).toContain(`@crm-platform/${name} asks for a ${level} changeset; the tree has none.`);
    expect(missing.stderr).toContain(line.slice(8, line.lastIndexOf(" (")));
    expect(missing.stderr).toContain("Write one: npx pnpm run change\n");

    expect(await repository.run("change")).toMatchObject({ code: 0, stderr: "" });
    expect(await repository.run("change", "--check")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("the control API moves the mock alone", async () => {
  const repository = await afterRelease();
  await repository.edit(
    "spec/control/clock/schemas/Clock.yaml",
    "properties:\n",
    "properties:\n  zone:\n    type: string\n    description: Where it hangs.\n",
  );
  const { stderr } = await repository.run("change", "--check");
  expect(stderr).toContain("@crm-platform/mock asks for a patch changeset; the tree has none.");
  expect(stderr).not.toContain("@crm-platform/client");
  expect((await repository.run("change", "--dry-run")).stdout).toContain(
    '---\n"@crm-platform/mock": patch\n---\n\nThe control API of the mock has changed:\n',
  );
});

const kept = "spec/released/openapi.yaml";

describe("what is kept of the release has to be as it was released", () => {
  test.each<{ title: string; spoil: (text: string) => string; sentence: string }>([
    { title: "another value", spoil: (text) => text.replace("maxItems: 100", "maxItems: 90"), sentence: "was changed after its release" },
    { title: "another version", spoil: (text) => text.replace(/^ {2}version: .*$/m, "  version: 9.9.9"), sentence: "has version 9.9.9" },
    { title: "a part of it", spoil: (text) => text.slice(0, 5000), sentence: kept },
    { title: "nothing in it", spoil: () => "", sentence: "is no OpenAPI document in one file: it is empty" },
  ])("$title", async ({ spoil, sentence }) => {
    const repository = await afterRelease();
    const text = await repository.read(kept);
    await repository.write(kept, spoil(text));
    expect(await repository.read(kept)).not.toBe(text);
    const { code, stdout, stderr } = await repository.run("apiDiff");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/so nothing tells what breaks\. Take .* git checkout COMMIT -- spec\/released\n$/);
  });
});

test("before 1.0.0 a major changeset is refused, unless it says that it makes 1.0.0", async () => {
  const repository = await afterRelease();
  const claim = (text: string): Promise<void> =>
    repository.write(".changeset/big.md", `---\n"@crm-platform/types": major\n---\n\n${text}\n`);
  await claim("A field is gone.");
  for (const run of [repository.run("change", "--check"), repository.run("version")]) {
    expect(await run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`.changeset/big.md: major makes version 1.0.0 of ${version}. Before 1.0.0 a break is minor`),
    });
  }
  await claim("This is 1.0.0: from now on a break makes a major version.");
  expect(await repository.run("change", "--check")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("They make version 1.0.0.\n"),
  });
  expect(await repository.run("version")).toMatchObject({ code: 0, stdout: expect.stringContaining("Version 1.0.0.") });
});
