/** These tests cover every supported runtime and test tool. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { command, root, testEnvironment } from "../workspace.ts";
import { expectedWebhook } from "./exerciseAccount.ts";
import { esbuild, projectWithMock } from "./packed.ts";

const installed = join(root, "tools/compatibility/node_modules");
const manifest = JSON.parse(await readFile(join(root, "packages/mock/package.json"), "utf8")) as {
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
};

const program = `
  import { once } from "node:events";
  import { connect } from "node:net";
  import { createClient } from "@crm-platform/client";
  import { createExampleMock, createMock, serveMock } from "@crm-platform/mock";
  const mock = await createMock();
  const account = await mock.account({ scopes: ["tickets", "transactional-email"], hubDomain: "hub.example" });
  await account.seed({ records: { tickets: [{ id: "901" }] } });
  const { accessToken } = account;
  await createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken }).tickets.archive("901");
  const server = await serveMock({ mock, port: 0 });
  const denied = await createClient({ baseUrl: server.url, accessToken }).domainsV1.list().catch(({ category }) => category);
  await server.close();
  const smtp = await mock.smtp();
  const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
  const { id, password } = await client.smtpTokens.create({ campaignName: "Notices", createContact: false });
  const socket = connect(smtp.port, smtp.host);
  await once(socket, "data");
  const login = Buffer.from("\\0" + id + "\\0" + password).toString("base64");
  const commands = ["EHLO x", "AUTH PLAIN " + login, "MAIL FROM:<us@hub.example>", "RCPT TO:<ada@there.example>", "DATA"];
  for (const text of [...commands, "From: us@hub.example\\r\\nSubject: Hi\\r\\n\\r\\nHello\\r\\n."]) {
    socket.write(text + "\\r\\n");
    await once(socket, "data");
  }
  socket.destroy();
  const [{ subject, text }] = await account.outbox();
  const snapshot = await account.snapshot();
  await mock.close();
  const headers = { authorization: "Bearer any-token" };
  const path = "/content/api/v2/pages";
  const { status } = await createExampleMock().fetch("http://mock.test" + path, { headers });
  console.log(JSON.stringify({ isArchived: "archivedAt" in snapshot.records.tickets[0], denied, subject, text, status }));
`;

let project: string;
let cli: string;

beforeAll(async () => {
  project = await projectWithMock();
  cli = join(project, "node_modules/@crm-platform/mock/dist/cli/main.js");
  await writeFile(join(project, "main.mjs"), program);
  const receiver = [join(root, "tools/consumers/exerciseWebhook.ts"), "--bundle", "--format=esm"];
  await esbuild([...receiver, `--outfile=${join(project, "receiver.mjs")}`], project);
  await writeFile(
    join(project, "webhook.mjs"),
    'import { exerciseWebhook } from "./receiver.mjs";\nconsole.log(JSON.stringify(await exerciseWebhook()));\n',
  );
});

const runtimes: readonly { readonly runtime: string; readonly words: readonly [program: string, ...words: string[]] }[] = [
  { runtime: "Node 22.13", words: [join(installed, "node-22/bin/node")] },
  { runtime: "Node 24", words: [process.execPath] },
  { runtime: "Bun", words: [join(installed, "bun/bin/bun"), "run", "--no-install"] },
  { runtime: "Deno", words: [join(installed, "deno/deno"), "run", "--allow-all", "--no-remote"] },
];

describe.each(runtimes)("$runtime", ({ words: [binary, ...words] }) => {
  test.skipIf(!existsSync(binary))("runs the mock in process and over HTTP", async () => {
    const { code, stdout, stderr } = await command(binary, [...words, "main.mjs"], project);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ isArchived: true, denied: "MISSING_SCOPES", subject: "Hi", text: "Hello", status: 200 });
  });

  test.skipIf(!existsSync(binary))("verifies webhooks", async () => {
    const { code, stdout, stderr } = await command(binary, [...words, "webhook.mjs"], project);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expectedWebhook);
  });

  test.skipIf(!existsSync(binary))("runs the command, with a database in a file", async () => {
    const database = `file:${join(project, `${Math.random()}.sqlite`)}`;
    const child = spawn(binary, [...words, cli, "start", "--port", "0", "--demo", "--database", database], {
      cwd: project,
      env: testEnvironment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const closed = once(child, "close");
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      url = /^ready (.+)$/.exec(line)?.[1];
      break;
    }
    const headers = { authorization: "Bearer demo-access-token-4815162" };
    const response = await fetch(`${url}/cos-domains/v1/domains`, { headers });
    expect([response.status, await response.json()]).toMatchObject([200, { total: 2 }]);
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
  });
});

const workerd = join(installed, "workerd/bin/workerd");

test.skipIf(!existsSync(workerd))("verifies webhooks on workerd", async () => {
  await writeFile(
    join(project, "worker.mjs"),
    'import { exerciseWebhook } from "receiver";\nexport default { test: async () => console.log(JSON.stringify(await exerciseWebhook())) };\n',
  );
  await writeFile(
    join(project, "worker.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [(name = "main", worker = (
      modules = [
        (name = "worker", esModule = embed "worker.mjs"),
        (name = "receiver", esModule = embed "receiver.mjs"),
      ],
      compatibilityDate = "2026-01-01",
    ))]);`,
  );
  const { code, stdout, stderr } = await command(workerd, ["test", "worker.capnp"], project);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual(expectedWebhook);
});

describe.skipIf(!existsSync(join(installed, "node-20/bin/node")))("Node 20", () => {
  const node20 = join(installed, "node-20/bin/node");

  test("is rejected by the command with an error message", async () => {
    expect(await command(node20, [cli, "start"], project)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^crm-platform-mock requires Node 22\.13 or newer; this is Node 20\.[\d.]+\.\n$/),
    });
  });

  test("can import the mock, but createMock rejects with an error that names the supported versions", async () => {
    const source = 'import { createMock } from "@crm-platform/mock"; await createMock().catch(({ message }) => console.log(message));';
    const { code, stdout } = await command(node20, ["--input-type=module", "--eval", source], project);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^This runtime has no SQLite, .* Use Node 22\.13 or newer, .* this is Node 20\.[\d.]+\.\n$/);
  });
});

test("the first test in the README of the repository passes", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, code = ""] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
  const place = await projectWithMock();
  await writeFile(join(place, "deals.test.mjs"), code);
  const { code: exitCode, stdout, stderr } = await command("node", ["--test", "--test-reporter=tap"], place);
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^# pass 1$/m);
});

const own = join(root, "packages/mock/node_modules");

const tools = [
  { tool: "vitest", major: "3", folder: join(installed, "vitest-3"), words: ["vitest.mjs", "run"] },
  { tool: "vitest", major: "4", folder: join(installed, "vitest-4"), words: ["vitest.mjs", "run"] },
  { tool: "vitest", major: "5", folder: join(own, "vitest"), words: ["vitest.mjs", "run"] },
  { tool: "msw", major: "2", folder: join(installed, "msw-2"), words: undefined },
  { tool: "msw", major: "3", folder: join(own, "msw"), words: undefined },
] as const;

describe("the example in the guide to test runners", () => {
  async function example(name: string): Promise<string> {
    const guide = await readFile(join(root, "spec/guides/test-runners.md"), "utf8");
    const [, code = ""] = new RegExp(`^\`\`\`[jt]s ${name}\\n(.*?)^\`\`\`$`, "ms").exec(guide) ?? [];
    expect(code).not.toBe("");
    return code;
  }

  async function projectFor(tool: string, folder: string, file: string): Promise<string> {
    const place = await projectWithMock();
    await symlink(folder, join(place, "node_modules", tool));
    await writeFile(join(place, file), await example(tool));
    return place;
  }

  /** Returns a project in which `npx crm-platform-mock` runs the packed command. */
  async function projectWithCommand(): Promise<string> {
    const place = await projectWithMock();
    const binaries = join(place, "node_modules/.bin");
    await mkdir(binaries);
    await symlink("../@crm-platform/mock/dist/cli/main.js", join(binaries, "crm-platform-mock"));
    await chmod(join(binaries, "crm-platform-mock"), 0o755);
    return place;
  }

  const places: string[] = [];

  test.each(tools)("runs with $tool $major", async ({ tool, major, folder, words }) => {
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
    expect(version.split(".")[0]).toBe(major);
    const place = await projectFor(tool, folder, "example.test.ts");
    places.push(place);
    const program = words ? [join(folder, words[0]), ...words.slice(1)] : ["example.test.ts"];
    const { code, stdout, stderr } = await command(process.execPath, program, place);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(words ? /Tests +1 passed/ : /^0\n$/);
  });

  test("compiles with every test tool", async () => {
    expect(places).toHaveLength(tools.length);
    const compilerOptions = { module: "nodenext", target: "ES2023", types: ["node"], strict: true, noEmit: true, skipLibCheck: true };
    const options = { ...compilerOptions, typeRoots: [join(root, "node_modules/@types")] };
    const files = places.map((place) => join(place, "example.test.ts"));
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
    expect((await command("tsc", ["--project", project])).stdout).toBe("");
  });

  test("runs with Jest", async () => {
    const jest = join(installed, "jest");
    const place = await projectFor("jest", jest, "example.test.js");
    await writeFile(join(place, "jest.config.js"), "export default { transform: {} };\n");
    const { code, stderr } = await command("env", ["NODE_OPTIONS=--experimental-vm-modules", "node", join(jest, "bin/jest.js")], place);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Tests: +1 passed/);
  });

  test("starts the mock with node:test, and ends it", async () => {
    const place = await projectWithCommand();
    await writeFile(join(place, "example.test.js"), await example("node-test"));
    const { code, stdout, stderr } = await command("node", ["--test", "--test-reporter=tap", "example.test.js"], place);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^# pass 1$/m);
  });

  test("node:test ends if a test crashes without stopping the mock", async () => {
    const place = await projectWithCommand();
    const crashing = (await example("node-test")).replace("assert.equal(", "process.exit(7); assert.equal(");
    await writeFile(join(place, "example.test.js"), crashing);
    const { code, stdout } = await command("node", ["--test", "--test-reporter=tap", "example.test.js"], place);
    expect(code).toBe(1);
    expect(stdout).toMatch(/exitCode: 7/);
  });

  test("starts the mock in Jest's setup", async () => {
    const jest = join(installed, "jest");
    const place = await projectFor("jest", jest, "example.test.js");
    await writeFile(join(place, "setup.mjs"), await example("jest-setup"));
    await writeFile(join(place, "teardown.mjs"), await example("jest-teardown"));
    const options = { transform: {}, globalSetup: "./setup.mjs", globalTeardown: "./teardown.mjs" };
    await writeFile(join(place, "jest.config.json"), JSON.stringify(options));
    await writeFile(
      join(place, "example.test.js"),
      `test("the mock is served", async () => {
        const headers = { authorization: "Bearer demo-access-token-4815162" };
        expect((await fetch(process.env.CRM_URL + "/cms/domains/2026-03", { headers })).status).toBe(200);
      });`,
    );
    await writeFile(join(place, "package.json"), JSON.stringify({ private: true }));
    const { code, stderr } = await command("node", [join(jest, "bin/jest.js"), "--config", "jest.config.json"], place);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Tests: +1 passed/);
  });

  test("the command that Playwright starts serves the URL for which it waits", async () => {
    const config = await example("playwright");
    const [, line = ""] = /command: "(.*)"/.exec(config) ?? [];
    const [, url = ""] = /url: "(.*)"/.exec(config) ?? [];
    const child = spawn("sh", ["-c", line.replace("4010", "0")], {
      cwd: await projectWithCommand(),
      env: testEnvironment(),
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Playwright also ends the whole process group.
    onTestFinished(() => void process.kill(-Number(child.pid), "SIGKILL"));
    const [ready] = await once(createInterface(child.stdout), "line");
    expect((await fetch(url.replace("http://127.0.0.1:4010", String(ready).replace("ready ", "")))).status).toBe(200);
  });

  test("the peer ranges allow exactly the tested versions", () => {
    const tested = (tool: string): string[] => tools.filter((one) => one.tool === tool).map(({ major }) => major);
    const allowed = (range = ""): string[] => range.split(" || ").map((part) => part.replace(/^\^(\d+).*/, "$1"));
    expect(allowed(manifest.peerDependencies["vitest"])).toEqual(tested("vitest"));
    expect(allowed(manifest.peerDependencies["msw"])).toEqual(tested("msw"));
  });
});
