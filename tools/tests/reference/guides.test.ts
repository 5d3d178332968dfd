import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addDemoAccount, createMock, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { groups } from "../../reference/navigation.ts";
import { projectWithMock } from "../packages/packed.ts";
import { command, root, testEnvironment } from "../workspace.ts";
import { type GuideExample, guideExamples } from "./guideExamples.ts";
import { hasCurl, startPrograms } from "./programs.ts";
import { badlyQuoted } from "./shellQuotes.ts";

const run = promisify(execFile);
const address = "http://127.0.0.1:4010";
const examples = await guideExamples();
const names = (await readdir(join(root, "spec/guides"))).map((file) => file.replace(".md", ""));

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "crm-platform-guides-"));
  await mkdir(join(project, "node_modules/@crm-platform"), { recursive: true });
  for (const name of ["types", "client", "mock"]) {
    await symlink(join(root, "packages", name), join(project, "node_modules/@crm-platform", name));
  }
  await linkLibraries(join(project, "node_modules"));
  // The examples run `npx crm-platform-types`.
  await mkdir(join(project, "node_modules/.bin"));
  await symlink(join(root, "packages/client/dist/cli/main.js"), join(project, "node_modules/.bin/crm-platform-types"));
  await mkdir(join(project, "run"));
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
});

async function linkLibraries(modules: string): Promise<void> {
  for (const name of ["ky", "openapi-fetch"]) {
    await symlink(join(root, "packages/client/node_modules", name), join(modules, name));
  }
  await symlink(join(root, "packages/mock/node_modules/@modelcontextprotocol"), join(modules, "@modelcontextprotocol"));
}

const programs = startPrograms();
afterAll(async () => {
  programs.end();
  await rm(project, { recursive: true, force: true });
});

async function runExample({ guide, line, language, code }: GuideExample, url: string): Promise<string> {
  const source = code.replaceAll(address, url);
  if (language === "ts") {
    const file = join(project, "run", `${guide}-${line}.ts`);
    await writeFile(file, source);
    return programs.run({ file, variables: {} });
  }
  const options = { cwd: project, env: { ...testEnvironment(), NO_PROXY: "*" } };
  return (await run("sh", ["-e", "-c", source], options)).stdout;
}

function promised(code: string): string[] {
  return [...code.matchAll(/^\s*\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
}

test("each guide has a runnable example, and every guide is on the site", () => {
  expect([...new Set(examples.map(({ guide }) => guide))].toSorted()).toEqual(names.toSorted());
  expect(Object.values(groups).flat()).toEqual(expect.arrayContaining(names));
});

// The examples of a guide run in order against one mock, as a reader would run them.
test.skipIf(!hasCurl).each(names)("the examples in %s print the expected output", async (guide) => {
  const mock = await createMock();
  await addDemoAccount(mock);
  const server = await serveMock({ mock, port: 0 });
  try {
    for (const example of examples.filter((one) => one.guide === guide && one.instead === undefined)) {
      const where = `spec/guides/${guide}.md:${example.line}`;
      const output = await runExample(example, server.url);
      if (example.language === "ts") expect(output.trimEnd().split("\n"), where).toEqual(promised(example.code));
      else if (example.response !== undefined) expect(JSON.parse(output), where).toMatchObject(JSON.parse(example.response));
      else expect(output, where).toBe("");
    }
  } finally {
    await server.close();
    await mock.close();
  }
});

test("shell examples have the same meaning in every shell, except scripts, which name their shell", () => {
  const found = examples
    .filter(({ language, code }) => language === "sh" && !code.startsWith("#!"))
    .map(({ guide, line, code }) => ({ guide, line, words: badlyQuoted(code) }));
  expect(found.filter(({ words }) => words.length > 0)).toEqual([]);
  expect(badlyQuoted('curl http://127.0.0.1:4010/domains?limit=1&offset=1 \\\n  --header "A: ?"')).toHaveLength(1);
});

// packedMock.test.ts runs the examples for test tools.
test("only the command that starts the mock and the examples for test tools do not run here", () => {
  const others = examples.flatMap(({ guide, instead, code }) => (instead === undefined ? [] : [{ guide, instead, code }]));
  expect(others.map(({ guide, instead }) => `${guide}: ${instead}`)).toEqual([
    "getting-started: start",
    "test-runners: vitest",
    "test-runners: msw",
    "test-runners: playwright",
  ]);
  expect(others[0]?.code).toBe("npx pnpm start\n");
});

test("TypeScript examples compile", async () => {
  const typeScript = examples.filter(({ language, instead }) => language === "ts" && instead === undefined);
  // The declarations of the packages compile much faster than their source files.
  const folder = await projectWithMock();
  onTestFinished(() => rm(folder, { recursive: true }));
  await linkLibraries(join(folder, "node_modules"));
  for (const { guide, line, code } of typeScript) await writeFile(join(folder, `${guide}-${line}.ts`), code);
  const compilerOptions = {
    noEmit: true,
    composite: false,
    isolatedDeclarations: false,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] }),
  );
  expect((await command("tsc", ["--project", folder], folder)).stdout).toBe("");
  expect(typeScript.length).toBeGreaterThan(10);
});
