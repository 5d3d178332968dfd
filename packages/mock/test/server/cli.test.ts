import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createExampleMock, serveMock } from "@crm-platform/mock";
import { describe, expect, test, vi } from "vitest";
import { serveProxy } from "../../src/cli/proxy.ts";
import { readCommand } from "../../src/cli/readCommand.ts";
import { UsageError } from "../../src/cli/usageError.ts";
import { operation } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";
import { command, commandIn } from "./command.ts";

const started = /on (http:\/\/127\.0\.0\.1:\d+)/;

describe("crm-platform-mock", () => {
  const needsUpstream = "proxy requires --upstream with a URL such as https://api.example.com, without credentials or a query.";
  const wrong: [words: string[], message: string][] = [
    [["stop"], 'Unknown command "stop". Valid commands: start, mcp, proxy. See --help.'],
    [["strat"], 'Unknown command "strat". Did you mean start? Valid commands: start, mcp, proxy. See --help.'],
    [["--prot", "5000"], 'Unknown option "--prot". Did you mean --port? See --help.'],
    [["start", "now"], 'Unexpected argument "now". See --help.'],
    [["start", "--port"], "--port requires a value, for example --port=VALUE. See --help."],
    [["start", "--port", "--demo"], "--port requires a value, for example --port=VALUE. See --help."],
    [["start", "-p", "5000"], 'Unknown option "-p". See --help.'],
    [["start", "--port="], '--port must be a number from 0 to 65535, not "".'],
    [["start", "--port", "many"], '--port must be a number from 0 to 65535, not "many".'],
    [["start", "--port", "65536"], '--port must be a number from 0 to 65535, not "65536".'],
    [["start", "--upstream", "http://x"], 'Unknown option "--upstream".'],
    [["start", "--color"], 'Unknown option "--color".'],
    [["start", "--strict=yes"], "--strict does not take a value."],
    [["start", "--log", "xml"], '--log must be json or pretty, not "xml".'],
    [["start", "--contract", "prism"], 'Unknown option "--contract".'],
    [["start", "--control-token", "two words"], "The control token may contain only letters, digits and . _ ~ + / -"],
    [["start", "--control-token", ""], "--control-token is empty. Omit it, or specify a token."],
    [["start", "--id-seed", ""], "--id-seed is empty. Omit it to use a random seed, or specify a string."],
    [["start", "--examples", "--id-seed", "s"], "--examples stores no state and cannot be combined with --id-seed."],
    [
      ["start", "--examples", "--keep-sunset-operations"],
      "--examples stores no state and cannot be combined with --keep-sunset-operations.",
    ],
    [["start", "--examples", "--demo", "--strict"], "--examples stores no state and cannot be combined with --demo, --strict."],
    [["start", "--examples", "--database", "memory"], "--examples stores no state and cannot be combined with --database."],
    [["start", "--examples", "--control-token", "a-token"], "--examples stores no state and cannot be combined with --control-token."],
    [["start", "--smtp", "mail"], '--smtp must be a number from 0 to 65535, not "mail".'],
    [["start", "--examples", "--smtp", "0"], "--examples stores no state and cannot be combined with --smtp."],
    [["start", "--webhook-hosts", "a.example,b.example:80"], 'without ports or wildcards, separated by commas, not "b.example:80"'],
    [["start", "--webhook-hosts", "*.example"], 'without ports or wildcards, separated by commas, not "*.example"'],
    [["start", "--host", ""], "--host is empty. Omit it, or specify an address such as 127.0.0.1."],
    [["proxy", "--host=", "--upstream", "http://x"], "--host is empty. Omit it, or specify an address such as 127.0.0.1."],
    [["proxy", "--demo", "--upstream", "http://x"], 'Unknown option "--demo".'],
    [["mcp", "--port", "5000"], 'Unknown option "--port".'],
    [["mcp", "--dmeo"], 'Unknown option "--dmeo". Did you mean --demo?'],
    [["proxy"], needsUpstream],
    [["proxy", "--upstream", "example.com"], needsUpstream],
  ];
  test.each(wrong)("the arguments %j are invalid usage", (words, message) => {
    const read = () => readCommand(words);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow("two words");
  });

  test("invalid usage exits with 2 and prints only the error", async () => {
    expect(await command("start", "--prot", "5000").end).toEqual({
      code: 2,
      stdout: "",
      stderr: 'Unknown option "--prot". Did you mean --port? See --help.\n',
    });
  });

  test("the default command is start", () => {
    expect(readCommand([])).toEqual(readCommand(["start"]));
    expect(readCommand(["--port", "5000"])).toEqual(readCommand(["start", "--port", "5000"]));
  });

  test("--version prints the version of the package", async () => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await command("--version").end).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([["--help"], ["start", "--help"], ["proxy", "-h"]])("the arguments %s %s request help", (...words) => {
    expect(readCommand(words)).toEqual({ name: "help" });
  });

  test("--help prints the usage", async () => {
    const { code, stdout } = await command("--help").end;
    expect(code).toBe(0);
    expect(stdout).toContain("crm-platform-mock proxy --upstream URL");
  });

  test.each([
    [[], {}, undefined],
    [[], { CRM_PLATFORM_MOCK_CONTROL_TOKEN: "from-variable" }, "from-variable"],
    [["--control-token", "from-option"], { CRM_PLATFORM_MOCK_CONTROL_TOKEN: "from-variable" }, "from-option"],
    [[], { CRM_PLATFORM_MOCK_CONTROL_TOKEN: "" }, undefined],
    // With `--examples`, the mock has no control API, so the variable is intended for another mock.
    [["--examples"], { CRM_PLATFORM_MOCK_CONTROL_TOKEN: "two words" }, undefined],
  ])("start %j with the environment %j uses the control token %s", (words, environment, controlToken) => {
    expect(readCommand(["start", ...words], environment)).toMatchObject({ options: { controlToken } });
  });
});

test("on an unsupported version of Node, the error names the required version", async () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.9" } })';
  const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` };
  expect(await commandIn(options, "start", "--port", "0").end).toEqual({
    code: 1,
    stdout: "",
    stderr: "crm-platform-mock requires Node 22.13 or newer; this is Node 22.12.9.\n",
  });
});

const reportModules = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (process._rawDebug(url), next(url, context)) });
  `)}`,
};

function expectNoState(stderr: string): void {
  const loaded = stderr.split("\n").filter((line) => line.startsWith("file:"));
  expect(loaded.some((url) => url.endsWith("/cli/main.ts"))).toBe(true);
  expect(loaded.filter((url) => /\/src\/(store\/(?!errors)|handlers|platform|control)/.test(url))).toEqual([]);
}

test("start --examples does not load the modules that store state", async () => {
  const { child, waitFor: written, end: ended } = commandIn(reportModules, "start", "--examples", "--port", "0");
  await written(/^ready /m);
  child.kill("SIGTERM");
  expectNoState((await ended).stderr);
});

describe("crm-platform-mock proxy", () => {
  const op = operation("meetings.batchRead");
  const invalid = { inputs: [{}], properties: [], propertiesWithHistory: [] };
  const violation = `request meetings.batchRead POST ${op.path} inputs[0].id: inputs[0].id is required`;

  /** Serves in this process, because a new process takes ten times as long to load Prism. */
  async function serveHere(...words: string[]) {
    const read = readCommand(["proxy", "--port", "0", ...words]);
    if (read.name !== "proxy") throw new Error("The arguments do not select the proxy command.");
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const { url, close } = await serveProxy(read.options);
    return { origin: url, close, lines: () => log.mock.calls.map(([line]) => String(line)) };
  }

  test("with --fail, a violation is printed on one line and causes exit code 1, and no modules that store state are loaded", async () => {
    const upstream = await serveMock({ mock: createExampleMock(), port: 0 });
    const { child, waitFor: written, end: ended } = commandIn(reportModules, "proxy", "--upstream", upstream.url, "--port", "0", "--fail");
    const [, origin = ""] = await written(started);
    await (await fetch(exampleRequest(op, { origin, body: invalid }))).text();
    await written(/is required\n/);
    child.kill("SIGTERM");
    const { stderr, ...result } = await ended;
    expectNoState(stderr);
    expect(result).toEqual({ code: 1, stdout: `${violation}\n` });
    await upstream.close();
  });

  test("without --fail, a violation does not affect the exit code", async () => {
    const upstream = await serveMock({ mock: createExampleMock(), port: 0 });
    const { origin, lines, close } = await serveHere("--upstream", upstream.url);
    await (await fetch(exampleRequest(op, { origin, body: invalid }))).text();
    expect([await close(), ...lines()]).toEqual([0, violation]);
    await upstream.close();
  });

  test("known deviations of the real service do not affect the exit code", async () => {
    const example = op.responses.find(({ status }) => status === "207")?.examples[0];
    const partial = example?.value as { readonly errors: readonly Record<string, unknown>[] };
    const bare = partial.errors.map(({ errors: _, links: __, ...error }) => error);
    const upstream = createServer((_, response) => {
      response.writeHead(207, { "content-type": "application/json", "x-correlation-id": "1" });
      response.end(JSON.stringify({ ...partial, errors: bare }));
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const { port } = upstream.address() as AddressInfo;
    const { origin, lines, close } = await serveHere("--upstream", `http://127.0.0.1:${port}`, "--fail");
    await (await fetch(exampleRequest(op, { origin }))).text();
    const line = "known response meetings.batchRead POST /crm/objects/2026-03/meetings/batch/read errors[0]";
    expect([await close(), ...lines()]).toEqual([
      0,
      `${line}.errors: errors[0].errors is required`,
      `${line}.links: errors[0].links is required`,
    ]);
    await new Promise((resolve) => upstream.close(resolve));
  });
});
