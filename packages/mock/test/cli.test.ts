import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createExampleMock, serveMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { command } from "./command.ts";
import { operation } from "./document.ts";
import { exampleRequest } from "./exampleRequest.ts";

const started = /on (http:\/\/127\.0\.0\.1:\d+)/;

describe("crm-platform-mock start", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("serves until %s, and ends at once while a client waits", async (signal) => {
    const { child, written, ended } = command("start", "--port", "0");
    const [, origin = ""] = await written(started);
    expect((await fetch(exampleRequest(operation("pages.list"), { origin }))).status).toBe(200);
    // The connection of that request is still open.
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stdout: `Mock of the CRM Platform on ${origin}\n`, stderr: "" });
  });

  test("ends in words when the port is taken", async () => {
    const server = await serveMock({ mock: createExampleMock(), port: 0 });
    const { port } = new URL(server.url);
    expect(await command("start", "--port", port).ended).toMatchObject({
      code: 1,
      stderr: `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose another port.\n`,
    });
    await server.close();
  });
});

describe("crm-platform-mock", () => {
  const wrong: [words: string[], message: string][] = [
    [[], "Say what to do: start or proxy."],
    [["stop"], "There is no command stop."],
    [["start", "now"], "Unexpected: now"],
    [["start", "--port="], "--port must be a number from 0 to 65535, not ."],
    [["start", "--port", "many"], "--port must be a number from 0 to 65535, not many."],
    [["start", "--upstream", "http://x"], "--upstream and --fail belong to proxy."],
    [["start", "--colour"], "Unknown option '--colour'."],
    [["proxy"], "proxy needs --upstream with a URL such as https://api.example.com, without a user or a query."],
    [
      ["proxy", "--upstream", "example.com"],
      "proxy needs --upstream with a URL such as https://api.example.com, without a user or a query.",
    ],
  ];
  test.each(wrong)("%j is wrong usage", async (words, message) => {
    const { code, stdout, stderr } = await command(...words).ended;
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.startsWith(message), stderr).toBe(true);
    expect(stderr).toContain("crm-platform-mock start [--port 4010]");
  });

  test("--help says how it is used", async () => {
    const { code, stdout } = await command("--help").ended;
    expect(code).toBe(0);
    expect(stdout).toContain("crm-platform-mock proxy --upstream URL");
  });
});

describe("crm-platform-mock proxy", () => {
  test.each([
    { words: [], code: 0 },
    { words: ["--fail"], code: 1 },
  ])("prints a violation a line, and ends with $code given $words", async ({ words, code }) => {
    const upstream = await serveMock({ mock: createExampleMock(), port: 0 });
    const { child, written, ended } = command("proxy", "--upstream", upstream.url, "--port", "0", ...words);
    const [, origin = ""] = await written(started);
    const op = operation("meetings.batchRead");
    await (await fetch(exampleRequest(op, { origin, body: { inputs: [{}], properties: [], propertiesWithHistory: [] } }))).text();
    await written(/is required\n/);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({
      code,
      stdout: "request meetings.batchRead POST /crm/objects/2026-03/meetings/batch/read inputs[0].id: inputs[0].id is required\n",
    });
    await upstream.close();
  });

  test("does not count what the document says itself that the real service does", async () => {
    const op = operation("meetings.batchRead");
    const example = op.responses.find(({ status }) => status === "207")?.examples[0];
    const partial = example?.value as { readonly errors: readonly Record<string, unknown>[] };
    const bare = partial.errors.map(({ errors: _, links: __, ...error }) => error);
    const upstream = createServer((_, response) => {
      response.writeHead(207, { "content-type": "application/json", "x-correlation-id": "1" });
      response.end(JSON.stringify({ ...partial, errors: bare }));
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const { port } = upstream.address() as AddressInfo;
    const { child, written, ended } = command("proxy", "--upstream", `http://127.0.0.1:${port}`, "--port", "0", "--fail");
    const [, origin = ""] = await written(started);
    await (await fetch(exampleRequest(op, { origin }))).text();
    await written(/links is required\n/);
    child.kill("SIGTERM");
    const line = "known response meetings.batchRead POST /crm/objects/2026-03/meetings/batch/read errors[0]";
    expect(await ended).toMatchObject({
      code: 0,
      stdout: `${line}.errors: errors[0].errors is required\n${line}.links: errors[0].links is required\n`,
    });
    await new Promise((resolve) => upstream.close(resolve));
  });
});
