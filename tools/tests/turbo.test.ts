import { appendFile, cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command, root, temporaryFolder } from "./workspace.ts";

beforeAll(async () => {
  expect(await command("turbo", ["run", "build", "reference"])).toMatchObject({ code: 0 });
}, 120_000);

test("a second build is a full cache hit", async () => {
  const { code, stdout } = await command("turbo", ["run", "build", "reference"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Cached:    5 cached, 5 total");
});

test("nothing that is built is an input of what builds it", async () => {
  const { stdout } = await command("turbo", ["run", "build", "reference", "--dry=json"]);
  const { tasks } = JSON.parse(stdout) as { tasks: { command: string; inputs: Record<string, string> }[] };
  const inputs = tasks.filter((task) => task.command !== "<NONEXISTENT>").flatMap((task) => Object.keys(task.inputs));
  expect(inputs).toContain("spec/openapi.yaml");
  expect(inputs.filter((input) => /(^|\/)(node_modules|dist|generated|\.turbo)\//.test(input))).toEqual([]);
});

describe("a change makes anew what depends on it, and nothing else", () => {
  const everything = ["//#generate", "//#reference", "@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"];

  /** A copy of what git knows of the repository, with its tools but without its history. */
  async function copyOfRepository(): Promise<string> {
    const folder = await temporaryFolder();
    const { stdout } = await command("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    for (const file of stdout.split("\0").filter((name) => name !== ""))
      await cp(join(root, file), join(folder, file)).catch(ignoreMissing);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    expect(await command("git", ["init", "--quiet"], folder)).toMatchObject({ code: 0 });
    return folder;
  }

  /** A file that is deleted and not yet committed is known to git and not there. */
  function ignoreMissing(error: NodeJS.ErrnoException): void {
    if (error.code !== "ENOENT") throw error;
  }

  async function hashes(folder: string): Promise<Map<string, string>> {
    const { stdout, stderr } = await command("turbo", ["run", "build", "reference", "--dry=json"], folder);
    expect(stdout, stderr).toContain("taskId");
    const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; hash: string; command: string }[] };
    // Turbo also lists packages that have no such script.
    return new Map(tasks.filter(({ command: script }) => script !== "<NONEXISTENT>").map(({ taskId, hash }) => [taskId, hash]));
  }

  test.each([
    { file: "spec/domains/get.yaml", anew: everything },
    { file: "tools/emit/source.ts", anew: everything },
    { file: "tools/rules/described.ts", anew: everything },
    { file: "tools/generate.ts", anew: everything },
    { file: "tools/reference/page.hbs", anew: ["//#reference"] },
    { file: "packages/types/src/index.ts", anew: ["@crm-platform/client#build", "@crm-platform/mock#build", "@crm-platform/types#build"] },
    { file: "packages/client/src/index.ts", anew: ["@crm-platform/client#build"] },
    { file: "packages/mock/src/index.ts", anew: ["@crm-platform/mock#build"] },
    { file: "README.md", anew: [] },
    { file: "spec/README.md", anew: [] },
    { file: "tools/commands/start.ts", anew: [] },
    { file: "packages/client/test/client.test.ts", anew: [] },
  ])("$file", async ({ file, anew }) => {
    const folder = await copyOfRepository();
    const before = await hashes(folder);
    expect([...before.keys()].sort()).toEqual(everything);
    await appendFile(join(folder, file), "\n");
    const after = await hashes(folder);
    expect(
      [...after]
        .filter(([task, hash]) => before.get(task) !== hash)
        .map(([task]) => task)
        .sort(),
    ).toEqual(anew);
  });
});
