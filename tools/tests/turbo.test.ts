import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copyOfRepository, install } from "../repositoryCopy.ts";
import { command } from "./workspace.ts";

test("nothing that is built is an input of what builds it", async () => {
  const { stdout } = await command("turbo", ["run", "build", "reference", "--dry=json"]);
  const { tasks } = JSON.parse(stdout) as { tasks: { command: string; inputs: Record<string, string> }[] };
  const inputs = tasks.filter((task) => task.command !== "<NONEXISTENT>").flatMap((task) => Object.keys(task.inputs));
  expect(inputs).toContain("spec/openapi.yaml");
  expect(inputs.filter((input) => /(^|\/)(node_modules|dist|\.turbo)\//.test(input))).toEqual([]);
});

test("a second build is a full cache hit, also after a change of the spec", async () => {
  const folder = await copyOfRepository();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await install(folder);
  const build = async (): Promise<string> => (await command("pnpm", ["build"], folder)).stdout;
  expect(await build()).not.toContain("4 cached, 4 total");
  expect(await build()).toContain("4 cached, 4 total");
  const file = join(folder, "spec/domains/get.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("summary: ", "summary: Promptly "));
  expect(await build()).not.toContain("4 cached, 4 total");
  expect(await readFile(join(folder, "packages/client/src/generated/client.ts"), "utf8")).toContain("Promptly");
  expect(await build()).toContain("4 cached, 4 total");
});

describe("a change makes anew what depends on it, and nothing else", () => {
  const everything = ["//#generate", "//#reference", "@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"];

  async function hashes(folder: string): Promise<Map<string, string>> {
    const { stdout, stderr } = await command("turbo", ["run", "build", "reference", "--dry=json"], folder);
    expect(stdout, stderr).toContain("taskId");
    const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; hash: string; command: string }[] };
    // Turbo also lists packages that have no such script.
    return new Map(tasks.filter(({ command: script }) => script !== "<NONEXISTENT>").map(({ taskId, hash }) => [taskId, hash]));
  }

  let folder: string;
  let before: Map<string, string>;

  beforeAll(async () => {
    folder = await copyOfRepository();
    before = await hashes(folder);
    expect([...before.keys()].sort()).toEqual(everything);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    { file: "spec/domains/get.yaml", anew: everything },
    { file: "tools/emit/source.ts", anew: everything },
    { file: "tools/rules/described.ts", anew: everything },
    { file: "tools/generate.ts", anew: everything },
    { file: "pnpm-lock.yaml", anew: everything },
    { file: "tools/reference/page.hbs", anew: ["//#reference"] },
    { file: "spec/guides/errors.md", anew: ["//#reference"] },
    { file: "spec/domains/samples/get.ts", anew: ["//#reference"] },
    { file: "packages/mock/assets/style.css", anew: ["//#reference"] },
    { file: "packages/types/src/index.ts", anew: ["@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"] },
    { file: "packages/client/src/index.ts", anew: ["@crm-platform/client#build"] },
    { file: "packages/mock/src/index.ts", anew: ["@crm-platform/mock#build"] },
    { file: "README.md", anew: [] },
    { file: "spec/README.md", anew: [] },
    { file: "tools/commands/start.ts", anew: [] },
    { file: "packages/client/test/client.test.ts", anew: [] },
  ])("$file", async ({ file, anew }) => {
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, `${text}\n`);
    const after = await hashes(folder);
    await writeFile(path, text);
    expect(
      [...after]
        .filter(([task, hash]) => before.get(task) !== hash)
        .map(([task]) => task)
        .sort(),
    ).toEqual(anew);
  });
});
