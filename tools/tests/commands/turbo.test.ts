import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { changedFiles } from "../../commands/changedFiles.ts";
import { command, root, temporaryFolder } from "../workspace.ts";

const everything = ["//#generate", "//#reference", "@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"];

interface Task {
  readonly taskId: string;
  readonly directory: string;
  readonly command: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
  readonly cache: { readonly status: "HIT" | "MISS" };
}

let tasks: readonly Task[];

beforeAll(async () => {
  const { code } = await command("node", ["tools/commands/build.ts", "build", "reference"]);
  expect(code).toBe(0);
  const { stdout, stderr } = await command("turbo", ["run", "build", "reference", "--dry=json"]);
  expect(stdout, stderr).toContain("taskId");
  // Turbo also lists packages that do not have a script for the task.
  tasks = (JSON.parse(stdout) as { tasks: Task[] }).tasks.filter((task) => task.command !== "<NONEXISTENT>");
  expect(tasks.map(({ taskId }) => taskId).sort()).toEqual(everything);
});

test("no task uses its own output as input", () => {
  const inputs = tasks.flatMap((task) => Object.keys(task.inputs));
  expect(inputs).toContain("spec/openapi.yaml");
  expect(inputs.filter((input) => /(^|\/)(node_modules|dist|\.turbo)\//.test(input))).toEqual([]);
});

test("a second build takes all results from the cache", () => {
  expect(tasks.filter(({ cache }) => cache.status !== "HIT").map(({ taskId }) => taskId)).toEqual([]);
});

describe("a change rebuilds only its dependents", () => {
  /** Includes the tasks that depend on the file through other tasks. */
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
    { file: "spec/domainsV1/get.yaml", anew: everything },
    { file: "tools/pipeline/emit/source.ts", anew: everything },
    { file: "tools/rules/described.ts", anew: everything },
    { file: "tools/generate.ts", anew: everything },
    { file: "pnpm-lock.yaml", anew: everything },
    { file: "tools/reference/.vitepress/theme/style.css", anew: ["//#reference"] },
    { file: "spec/guides/errors.md", anew: ["//#reference"] },
    { file: "spec/domainsV1/samples/get.ts", anew: ["//#reference"] },
    { file: "packages/mock/assets/icon.svg", anew: ["//#reference"] },
    { file: "packages/types/src/index.ts", anew: ["@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"] },
    { file: "packages/client/src/index.ts", anew: ["@crm-platform/client#build", "@crm-platform/mock#build"] },
    { file: "packages/mock/src/index.ts", anew: ["@crm-platform/mock#build"] },
    { file: "README.md", anew: ["//#reference"] },
    { file: "spec/README.md", anew: [] },
    { file: "tools/commands/start.ts", anew: [] },
    { file: "packages/client/test/client.test.ts", anew: [] },
  ])("$file", ({ file, anew }) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(affectedBy(file)).toEqual(anew);
  });
});

test("lists the generated files that a build changes, adds or deletes", async () => {
  const folder = await temporaryFolder();
  const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
  await mkdir(join(folder, "areas"));
  for (const path of ["same", "areas/changed", "deleted"]) await write(path, "before");
  const { result, paths: changed } = await changedFiles([folder, join(folder, "missing")], async () => {
    await write("same", "before");
    await write("areas/changed", "after");
    await rm(join(folder, "deleted"));
    await mkdir(join(folder, "missing"));
    await write("missing/added", "after");
    return "built";
  });
  const expected = ["areas/changed", "deleted", "missing/added"].map((path) => join(folder, path));
  expect({ result, changed }).toEqual({ result: "built", changed: expected });
});
