import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copyOfRepository, install } from "../../repositoryCopy.ts";
import { command, root } from "../workspace.ts";

test("nothing that is built is an input of what builds it", async () => {
  const { stdout } = await command("turbo", ["run", "build", "reference", "--dry=json"]);
  const { tasks } = JSON.parse(stdout) as { tasks: { command: string; inputs: Record<string, string> }[] };
  const inputs = tasks.filter((task) => task.command !== "<NONEXISTENT>").flatMap((task) => Object.keys(task.inputs));
  expect(inputs).toContain("spec/openapi.yaml");
  expect(inputs.filter((input) => /(^|\/)(node_modules|dist|\.turbo)\//.test(input))).toEqual([]);
});

test("a build follows a change of the spec, and a second one is a full cache hit", async () => {
  const folder = await copyOfRepository();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await install(folder);
  const build = async (): Promise<string> => (await command("pnpm", ["build"], folder)).stdout;
  const file = join(folder, "spec/domains/get.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("summary: ", "summary: Promptly "));
  expect(await build()).not.toContain("4 cached, 4 total");
  expect(await readFile(join(folder, "packages/client/src/generated/client.ts"), "utf8")).toContain("Promptly");
  expect(await build()).toContain("4 cached, 4 total");
});

describe("a change makes anew what depends on it, and nothing else", () => {
  const everything = ["//#generate", "//#reference", "@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"];

  interface Task {
    readonly taskId: string;
    readonly directory: string;
    readonly command: string;
    readonly inputs: Readonly<Record<string, string>>;
    readonly dependencies: readonly string[];
  }

  let tasks: readonly Task[];

  beforeAll(async () => {
    const { stdout, stderr } = await command("turbo", ["run", "build", "reference", "--dry=json"]);
    expect(stdout, stderr).toContain("taskId");
    // Turbo also lists packages that have no such script.
    tasks = (JSON.parse(stdout) as { tasks: Task[] }).tasks.filter((task) => task.command !== "<NONEXISTENT>");
    expect(tasks.map(({ taskId }) => taskId).sort()).toEqual(everything);
  });

  /** The tasks that have a file among their inputs, or depend on one that has. */
  function affectedBy(file: string): string[] {
    const affected = new Set(tasks.filter(({ directory, inputs }) => relative(directory, file) in inputs).map(({ taskId }) => taskId));
    let before = -1;
    while (before !== affected.size) {
      before = affected.size;
      for (const { taskId, dependencies } of tasks) if (dependencies.some((one) => affected.has(one))) affected.add(taskId);
    }
    return [...affected].sort();
  }

  test.each([
    { file: "spec/domains/get.yaml", anew: everything },
    { file: "tools/pipeline/emit/source.ts", anew: everything },
    { file: "tools/rules/described.ts", anew: everything },
    { file: "tools/generate.ts", anew: everything },
    { file: "pnpm-lock.yaml", anew: everything },
    { file: "tools/reference/assets/api.css", anew: ["//#reference"] },
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
  ])("$file", ({ file, anew }) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(affectedBy(file)).toEqual(anew);
  });
});
