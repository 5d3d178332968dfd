import { describe, expect, test } from "vitest";
import { demandedLevel } from "../verdict/levels.ts";
import { operationOf, type ReleasedFolder, releasedFolder } from "./releasedFolder.ts";

const edits: readonly {
  readonly title: string;
  readonly edit: (repository: ReleasedFolder) => void;
  readonly line: string;
}[] = [
  {
    title: "an optional field more",
    edit: ({ platform }) => {
      platform.components.schemas.MeetingBatchReadInput.properties.reason = { type: "string", description: "What for." };
    },
    line: "new     field reason: it can be sent now. (field-added)",
  },
  {
    title: "a required parameter more",
    edit: ({ platform }) => {
      const reason = { name: "reason", in: "query", required: true, description: "Why.", schema: { type: "string" } };
      operationOf(platform, "tickets.archive").parameters.push(reason);
    },
    line: "breaks  query parameter reason: the parameter is new and required: calls without it return 400. (parameter-required)",
  },
  {
    title: "another description",
    edit: ({ platform }) => {
      operationOf(platform, "tickets.archive").description = "Puts a ticket into the recycling bin.";
    },
    line: "text    Its description changed. (text-changed)",
  },
];

describe("an edit after the release", () => {
  test.each(edits)("$title", async ({ edit, line }) => {
    const repository = await releasedFolder();
    const { version } = repository;
    const isBreak = line.startsWith("breaks");
    const level = demandedLevel([{ effect: isBreak ? "breaks" : line.startsWith("new") ? "adds" : "reads" }], version);
    edit(repository);
    const diff = await repository.run("apiDiff");
    expect(diff).toMatchObject({ code: isBreak ? 1 : 0, stderr: "" });
    expect(diff.stdout).toContain(`    ${line}\n`);
    expect(diff.stdout).toContain(`This asks for a ${level} version after ${version}: `);
    const missing = await repository.run("change", "--check");
    expect(missing.code).toBe(1);
    for (const name of ["types", "client", "mock"])
      expect(missing.stderr).toContain(`@crm-platform/${name} needs a ${level} changeset; the tree has none.`);
    expect(missing.stderr).toContain(line.slice(8, line.lastIndexOf(" (")));
    expect(missing.stderr).toContain("Write one: npx pnpm run change\n");

    expect(await repository.run("change")).toMatchObject({ code: 0, stderr: "" });
    expect(await repository.run("change", "--check")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("the control API moves the mock alone", async () => {
  const { control, run } = await releasedFolder();
  control.components.schemas.Clock.properties.zone = { type: "string", description: "Where it hangs." };
  const { stderr } = await run("change", "--check");
  expect(stderr).toContain("@crm-platform/mock needs a patch changeset; the tree has none.");
  expect(stderr).not.toContain("@crm-platform/client");
  expect((await run("change", "--dry-run")).stdout).toContain(
    '---\n"@crm-platform/mock": patch\n---\n\nThe control API of the mock has changed:\n',
  );
});

const kept = "spec/released/openapi.yaml";

describe("what is kept of the release has to be as it was released", () => {
  test.each<{ title: string; spoil: (text: string) => string; sentence: string }>([
    { title: "another value", spoil: (text) => text.replace("maxItems: 100", "maxItems: 90"), sentence: "was changed after its release" },
    { title: "another version", spoil: (text) => text.replace(/^ {2}version: .*$/m, "  version: 9.9.9"), sentence: "has version 9.9.9" },
    { title: "a part of it", spoil: (text) => text.slice(0, 5000), sentence: kept },
    { title: "nothing in it", spoil: () => "", sentence: "is not an OpenAPI document in one file: it is not an object" },
  ])("$title", async ({ spoil, sentence }) => {
    const { read, write, run } = await releasedFolder();
    const text = await read(kept);
    await write(kept, spoil(text));
    expect(await read(kept)).not.toBe(text);
    const { code, stdout, stderr } = await run("apiDiff");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/so nothing tells what breaks\. Take .* git checkout COMMIT -- spec\/released\n$/);
  });
});

test("before 1.0.0 a major changeset is refused, unless it says that it makes 1.0.0", async () => {
  const { version, write, run } = await releasedFolder();
  const claim = (text: string): Promise<void> => write(".changeset/big.md", `---\n"@crm-platform/types": major\n---\n\n${text}\n`);
  await claim("A field is gone.");
  for (const result of [await run("change", "--check"), await run("version")]) {
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`.changeset/big.md: major makes version 1.0.0 of ${version}. Before 1.0.0 a break is minor`),
    });
  }
  await claim("This is 1.0.0: from now on a break makes a major version.");
  expect(await run("change", "--check")).toMatchObject({ code: 0, stdout: expect.stringContaining("They make version 1.0.0.\n") });
  expect(await run("version")).toMatchObject({ code: 0 });
});
