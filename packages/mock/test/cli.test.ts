import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createExampleMock, serveMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { command } from "./command.ts";
import { operation } from "./document.ts";
import { exampleRequest } from "./exampleRequest.ts";

const started = /on (http:\/\/127\.0\.0\.1:\d+)/;

describe("crm-platform-mock", () => {
  const needsUpstream = "proxy needs --upstream with a URL such as https://api.example.com, without a user or a query.";
  const wrong: [words: string[], message: string][] = [
    [[], "Say what to do: start or proxy."],
    [["stop"], "There is no command stop."],
    [["start", "now"], "Unexpected argument 'now'"],
    [["start", "--port="], "--port must be a number from 0 to 65535, not ."],
    [["start", "--port", "many"], "--port must be a number from 0 to 65535, not many."],
    [["start", "--port", "65536"], "--port must be a number from 0 to 65535, not 65536."],
    [["start", "--upstream", "http://x"], "Unknown option '--upstream'"],
    [["start", "--colour"], "Unknown option '--colour'"],
    [["start", "--strict=yes"], "Option '--strict' does not take an argument"],
    [["start", "--log", "xml"], "--log must be json or pretty, not xml."],
    [["start", "--contract", "ajv"], "--contract must be compiled or prism, not ajv."],
    [["start", "--control-token", "two words"], "The control token must consist of letters, digits and . _ ~ + / -"],
    [["start", "--control-token", ""], "--control-token is empty. Leave it out, or give a token."],
    [["start", "--database", "sqlite:two words"], "The database is unknown. Give `memory`, `file:PATH` or"],
    [["start", "--examples", "--demo", "--strict"], "--examples has no state, so it does not go with --demo, --strict."],
    [["start", "--examples", "--database", "memory"], "--examples has no state, so it does not go with --database."],
    [["proxy", "--demo", "--upstream", "http://x"], "Unknown option '--demo'"],
    [["proxy"], needsUpstream],
    [["proxy", "--upstream", "example.com"], needsUpstream],
  ];
  test.each(wrong)("%j is wrong usage", async (words, message) => {
    const { code, stdout, stderr } = await command(...words).ended;
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.startsWith(message), stderr).toBe(true);
    expect(stderr).toContain("crm-platform-mock start [options]");
    expect(stderr).not.toContain("two words");
  });

  test.each([["--help"], ["start", "--help"], ["proxy", "-h"]])("%s %s says how it is used", async (...words) => {
    const { code, stdout } = await command(...words).ended;
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
