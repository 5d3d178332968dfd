import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addDemoAccount, createMock, serveMock } from "@crm-platform/mock";
import { operationTable } from "@crm-platform/types";
import { afterAll, expect, test } from "vitest";
import { root, testEnvironment } from "../workspace.ts";
import { hasCurl, startPrograms } from "./programs.ts";
import { badlyQuoted } from "./shellQuotes.ts";

const run = promisify(execFile);
const ids = Object.keys(operationTable);
const accessToken = "demo-access-token-4815162";

function sampleOf(operationId: string, extension: "sh" | "ts"): string {
  const [area = "", name = ""] = operationId.split(".");
  return join(root, "spec", area, "samples", `${name}.${extension}`);
}

/** Omits parts that do not depend on the sample. */
async function partsOf(request: Request): Promise<object> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  return {
    method: request.method,
    address: decodeURIComponent(pathname) + search,
    authorization: request.headers.get("authorization"),
    body: isForm ? Object.fromEntries(new URLSearchParams(text)) : text === "" ? undefined : JSON.parse(text),
  };
}

const mock = await createMock();
const asked: object[] = [];
const server = await serveMock({
  mock: {
    fetch: async (request) => {
      asked.push(await partsOf(request.clone()));
      return mock.fetch(request);
    },
  },
  port: 0,
});
const programs = startPrograms();
afterAll(async () => {
  programs.end();
  await server.close();
  await mock.close();
});
const variables = { CRM_PLATFORM_URL: server.url, CRM_PLATFORM_TOKEN: accessToken };

async function runSample(play: () => Promise<string>) {
  await mock.reset();
  await addDemoAccount(mock);
  asked.length = 0;
  const stdout = await play();
  const journal = await mock.requests.list();
  return {
    stdout,
    asked: [...asked],
    journal: journal.map(({ operationId, query, body, status, problems }) => ({ operationId, query, body, status, problems })),
  };
}

const runTypeScript = (operationId: string) => runSample(() => programs.run({ file: sampleOf(operationId, "ts"), variables }));

const runShell = (operationId: string) =>
  runSample(async () => {
    // A proxy cannot reach the local server.
    const env = { ...testEnvironment(), ...variables, NO_PROXY: "*" };
    return (await run("sh", [sampleOf(operationId, "sh")], { cwd: tmpdir(), env })).stdout;
  });

test("each operation has exactly one curl sample and one TypeScript sample, of at most 25 lines each", async () => {
  const files: string[] = [];
  for await (const file of glob("spec/*/samples/*", { cwd: root })) files.push(file);
  const expected = ids.flatMap((id) => [sampleOf(id, "sh"), sampleOf(id, "ts")]);
  expect(files.map((file) => join(root, file)).toSorted()).toEqual(expected.toSorted());
  for (const file of expected) expect((await readFile(file, "utf8")).trimEnd().split("\n").length, file).toBeLessThanOrEqual(25);
});

test("shell samples have the same meaning in every shell", async () => {
  const samples = await Promise.all(ids.map(async (id) => [id, badlyQuoted(await readFile(sampleOf(id, "sh"), "utf8"))] as const));
  expect(samples.filter(([, words]) => words.length > 0)).toEqual([]);
});

test.each(ids)("both samples of %s send the same request, which succeeds", async (id) => {
  const typeScript = await runTypeScript(id);
  expect(typeScript.journal).toMatchObject([{ operationId: id, problems: [] }]);
  expect(Math.floor((typeScript.journal[0]?.status ?? 0) / 100)).toBe(2);
  expect(typeScript.stdout).not.toBe("");

  if (!hasCurl) return;
  const shell = await runShell(id);
  expect(shell.asked).toEqual(typeScript.asked);
  expect(shell.journal).toEqual(typeScript.journal);
});
