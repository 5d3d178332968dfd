import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createMock, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hasBrowser, openBrowser } from "../../browser/browser.ts";
import { listening, root } from "../workspace.ts";
import { accountToExercise, expectedReport } from "./exerciseAccount.ts";
import { esbuild, projectWithClient } from "./packed.ts";

let project: string;

beforeAll(async () => {
  project = await projectWithClient();
  if (!hasBrowser) console.warn("Chromium is not tested: its package is for Linux x64 only.");
});

afterAll(() => rm(project, { recursive: true, force: true }));

/** Node built-ins remain imports in the bundle. */
async function bundle(program: string, source: string): Promise<{ text: string; imports: unknown[]; inputs: string[] }> {
  await writeFile(join(project, `${program}.ts`), source);
  const out = join(project, `${program}.bundle.js`);
  const meta = join(project, `${program}.json`);
  const format = ["--bundle", "--minify", "--format=iife", "--global-name=program", "--platform=browser", "--target=es2022"];
  await esbuild([`${program}.ts`, ...format, "--external:node:*", `--outfile=${out}`, `--metafile=${meta}`], project);
  const { outputs, inputs } = JSON.parse(await readFile(meta, "utf8")) as Metafile;
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return { text: await readFile(out, "utf8"), imports, inputs: Object.keys(inputs) };
}

interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly imports: readonly unknown[] }>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The content security policy allows only the script's file and forbids `eval`. */
function pageWith(program: string): Server {
  return createServer(({ url }, response) => {
    const isProgram = url === "/program.js";
    response.setHeader("content-security-policy", "script-src 'self'");
    response.setHeader("content-type", isProgram ? "text/javascript" : "text/html");
    response.end(isProgram ? program : '<!doctype html><link rel="icon" href="data:,"><script src="/program.js"></script>');
  });
}

function rejectingProxy(requested: (string | undefined)[]): Server {
  const proxy = createServer(({ url }, response) => {
    requested.push(url);
    response.writeHead(403).end();
  });
  return proxy.on("connect", ({ url }, socket) => {
    requested.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
}

test("the client and its authentication functions do not import Node built-ins", async () => {
  const source = 'export * from "@crm-platform/client"; export * from "@crm-platform/client/auth";';
  const { imports, inputs } = await bundle("core", source);
  expect(imports).toEqual([]);
  expect(inputs).toEqual(expect.arrayContaining(["engine/index.js", "auth/index.js"].map((file) => expect.stringContaining(file))));
});

test.skipIf(!hasBrowser)("in Chromium, the client works as it does on Node, and does not connect to other hosts", async () => {
  const mock = await createMock();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close().then(() => mock.close()));
  await copyFile(join(root, "tools/consumers/exerciseWebhook.ts"), join(project, "exerciseWebhook.ts"));
  const { text } = await bundle("exercise", await readFile(join(root, "tools/consumers/exercise.ts"), "utf8"));
  const elsewhere: (string | undefined)[] = [];
  const page = await listening(pageWith(text));
  const otherPage = await listening(pageWith(""));
  const browser = await openBrowser(await listening(rejectingProxy(elsewhere)));
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  const problems: string[] = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  await tab.goto(page);

  const given = await accountToExercise(mock, server.url);
  expect(await tab.evaluate(`program.exercise(${JSON.stringify(given)})`)).toEqual(expectedReport);
  expect(problems).toEqual([]);
  expect(elsewhere).toEqual([]);

  // The browser enforces CORS, and the proxy sees requests to other hosts.
  const outcome = (url: string): Promise<unknown> => tab.evaluate(`fetch("${url}").then(({ status }) => status, ({ name }) => name)`);
  expect(await outcome(page)).toBe(200);
  expect(await outcome(otherPage)).toBe("TypeError");
  await outcome("http://elsewhere.example/");
  await outcome("https://elsewhere.example/");
  expect(new Set(elsewhere)).toEqual(new Set(["http://elsewhere.example/", "elsewhere.example:443"]));
});
