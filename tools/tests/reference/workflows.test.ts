import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createMock, type Mock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedoclyRun, redocly } from "../redocly.ts";
import { root } from "../workspace.ts";

const folder = join(root, "spec/workflows");
const files = (await readdir(folder)).sort();

let mock: Mock;
let server: RunningServer;

beforeAll(async () => {
  mock = await createMock();
  server = await serveMock({ mock, port: 0 });
});

afterAll(async () => {
  await server.close();
  await mock.close();
});

function runWorkflows(...files: string[]): Promise<RedoclyRun> {
  const { url } = server;
  return redocly([
    "respect",
    ...files.map((file) => join(folder, file)),
    "--server",
    `platform=${url},control=${url}`,
    "--input",
    `mock=${url}`,
  ]);
}

test("there are three workflows", () => {
  expect(files).toEqual(["associate.arazzo.yaml", "install.arazzo.yaml", "send.arazzo.yaml"]);
});

test("every workflow completes and deletes its account", async () => {
  const { ok, stdout, stderr } = await runWorkflows(...files);
  expect(ok, stdout + stderr).toBe(true);
  expect((stdout + stderr).match(/Workflows: 1 passed, 1 total\n.*Steps: (\d+) passed, \1 total/g)).toHaveLength(files.length);
  // Deleting the account also deletes its requests.
  expect((await mock.requests.list()).filter(({ accountId }) => accountId !== null)).toEqual([]);
});

test("a workflow fails on an unexpected response", async () => {
  const { faultId } = await mock.faults.add({
    match: { operationId: "transactionalEmailV1.send", nth: 2 },
    effect: { type: "status", status: 503 },
  });
  const { ok, stdout, stderr } = await runWorkflows("send.arazzo.yaml");
  await mock.faults.delete(faultId);
  expect(ok).toBe(false);
  expect(stdout + stderr).toMatch(/stepId - sendAgain/);
});
