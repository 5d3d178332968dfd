import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMock, type Mock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, root } from "../workspace.ts";
import { accountToExercise, expectedReport } from "./exerciseAccount.ts";
import { esbuild, projectWithClient } from "./packed.ts";

const programs = join(root, "tools/consumers");
const entryPoints = ["", "/auth", "/fetch", "/meetings", "/opentelemetry", "/serviceName", "/testing", "/verifyWebhook"].map(
  (path) => `@crm-platform/client${path}`,
);

let project: string;
let mock: Mock;
let server: RunningServer;

beforeAll(async () => {
  project = await projectWithClient();
  mock = await createMock();
  server = await serveMock({ mock, port: 0 });
});

afterAll(async () => {
  await server?.close();
  await mock?.close();
  await rm(project, { recursive: true, force: true });
});

describe.each([
  { version: "20", binary: join(root, "tools/compatibility/node_modules/node-20/bin/node") },
  { version: "22", binary: join(root, "tools/compatibility/node_modules/node-22/bin/node") },
  { version: "24", binary: process.execPath },
])("Node $version", ({ version, binary }) => {
  async function run(file: string, source: string, ...programArguments: string[]): Promise<unknown> {
    await writeFile(join(project, file), source);
    const { code, stdout, stderr } = await command(binary, [file, ...programArguments], project);
    expect(code, stderr).toBe(0);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  }

  beforeAll(async () => {
    const bundle = ["--bundle", "--format=esm", "--packages=external", `--outfile=${join(project, "exercise.js")}`];
    if (existsSync(binary)) await esbuild([join(programs, "exercise.ts"), ...bundle], project);
    else console.warn(`Node ${version} is not tested: ${binary} exists on Linux x64 only.`);
  });

  test.skipIf(!existsSync(binary))("runs the client", async () => {
    const given = await accountToExercise(mock, server.url);
    const source = `
      import { exercise } from "./exercise.js";
      console.log(JSON.stringify({ version: process.version, report: await exercise(JSON.parse(process.argv[2])) }));
    `;
    expect(await run(`main${version}.js`, source, JSON.stringify(given))).toEqual({
      version: expect.stringMatching(`^v${version}\\.`),
      report: expectedReport,
    });
  });

  test.skipIf(!existsSync(binary))("loads every entry point with `import` and `require`", async () => {
    const source = `
      const names = ${JSON.stringify(entryPoints)};
      Promise.all(names.map((name) => import(name))).then((imported) => {
        console.log(JSON.stringify(names.map((name, index) => require(name) === imported[index] && Object.keys(imported[index]).length > 0)));
      });
    `;
    expect(await run(`main${version}.cjs`, source)).toEqual(entryPoints.map(() => true));
  });
});
