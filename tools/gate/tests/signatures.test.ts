import { expect, test } from "vitest";
import { type CommandResult, resultOf } from "../../commandLine.ts";
import { apiReport } from "../commands/apiReport.ts";
import { readReports, releasedReports, writeReports } from "../signatures/reports.ts";
import { releasedFolder } from "./releasedFolder.ts";

const tsconfig = {
  compilerOptions: { composite: true, declaration: true, module: "nodenext", rootDir: "src", outDir: "dist", types: [] },
  include: ["src"],
};

const openMock = (parameters: string): string => `export function openMock(${parameters}): void {}`;
const options = (comment: string): string => `export interface Options { ${comment}port?: number }\n`;

test("a changed signature makes the report out of date, and requires a changeset for its package", async () => {
  const { folder, version, write, run } = await releasedFolder();
  const runReport = (...words: string[]): Promise<CommandResult> => resultOf(() => apiReport(words, folder));
  for (const name of ["client", "mock"]) {
    const exports = {
      ".": { types: "./dist/index.d.ts" },
      "./testing": { types: "./dist/testing.d.ts" },
      "./*": { types: "./dist/*.d.ts" },
    };
    await write(`packages/${name}/package.json`, JSON.stringify({ name: `@crm-platform/${name}`, version, type: "module", exports }));
    await write(`packages/${name}/tsconfig.json`, JSON.stringify(tsconfig));
    await write(`packages/${name}/src/index.ts`, `export { openMock } from "./testing.js";\n`);
    await write(`packages/${name}/src/testing.ts`, `/** Opens it. */\n${openMock("")}\n${options("/** The port. */ ")}`);
  }
  expect(await runReport()).toMatchObject({ code: 0 });
  await writeReports(await readReports(folder), folder, releasedReports);
  expect(await run("change", "--check")).toMatchObject({ code: 0 });

  // A comment does not change a signature.
  await write("packages/client/src/testing.ts", `${openMock("")}\n${options("")}`);
  await write("packages/mock/src/testing.ts", `${openMock("port: number")}\n${options("")}`);
  const changed =
    "The signatures of @crm-platform/mock/testing changed:\n  - export function openMock(): void;\n  + export function openMock(port: number): void;\n";
  const stale = await runReport("--check");
  expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining(changed) });
  expect(stale.stderr).toContain("npx pnpm api:report");
  expect(stale.stderr).not.toContain("@crm-platform/client");

  expect(await runReport()).toMatchObject({ code: 0 });
  await write(".changeset/types.md", '---\n"@crm-platform/types": patch\n---\n\nBetter texts.\n');
  for (const { code, stderr } of [await run("change", "--check"), await run("version")]) {
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(changed) });
    expect(stderr).toContain("@crm-platform/mock requires a patch changeset; no changeset names it.");
    expect(stderr).toContain("Write one: npx pnpm exec changeset");
    expect(stderr).not.toContain("@crm-platform/client");
  }
  expect((await run("apiDiff")).stdout).toContain(changed);
  await write(".changeset/port.md", '---\n"@crm-platform/mock": patch\n---\n\n`openMock` takes a port.\n');
  expect(await run("change", "--check")).toMatchObject({ code: 0 });
});
