import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createMock, serveMock } from "@crm-platform/mock";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readCommand } from "../../src/cli/readCommand.ts";
import { readSeeds, seedAll } from "../../src/cli/seed.ts";
import { serve } from "../../src/cli/start.ts";
import { UsageError } from "../../src/cli/usageError.ts";
import type { Platform } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";
import { databases, temporaryFolder } from "../store/stores.ts";
import { startServer } from "../torture/server.ts";
import { command, commandIn } from "./command.ts";

const domains = "/cos-domains/v1/domains";
const demoToken = "demo-access-token-4815162";

interface Served {
  readonly origin: string;
  readonly platform: Platform;
  close(): Promise<void>;
}

/** Starts the server in this process, because starting it in a new process would take ten times as long. */
async function startHere(...words: string[]): Promise<Served> {
  const read = readCommand(["start", "--port", "0", ...words]);
  if (read.name !== "start") throw new Error("The arguments do not select the start command.");
  const { url, close } = await serve(read.options, new AbortController().signal);
  let closed: Promise<void> | undefined;
  const once = () => (closed ??= close());
  onTestFinished(once);
  return { origin: url, platform: platformAt(url, fetch), close: once };
}

function loggedLines(): () => string[] {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.map(([line]) => String(line));
}

function withoutTime(line: string): string {
  return line.replace(/^[\d:.]{12} /, "");
}

async function seedFile(content: unknown): Promise<string> {
  const file = join(temporaryFolder(), "seed.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

describe("crm-platform-mock start", () => {
  test("with --smtp, the command accepts email, and closes the port when it ends", async () => {
    const lines = loggedLines();
    const { close } = await startHere("--database", "memory", "--smtp", "0");
    const [, port] = /^SMTP on 127\.0\.0\.1:(\d+)$/.exec(lines()[0] ?? "") ?? [];
    const socket = connect(Number(port), "127.0.0.1");
    expect(String((await once(socket, "data"))[0])).toMatch(/^220 /);
    const closed = once(socket, "close");
    await close();
    await closed;
  });

  test("serves requests until SIGINT, and then exits even if a client is connected", async () => {
    const { platform, url, child, end: ended, kill } = await startServer("memory");
    onTestFinished(kill);
    const one = await platform.account();
    // The request's connection is still open when the signal arrives.
    expect((await one.call({ path: domains })).status).toBe(200);
    child.kill("SIGINT");
    const stdout = `ready ${url}

  API        ${url}
  Reference  ${url}/docs/
  Console    ${url}/console
  Document   ${url}/openapi.json
  Control    ${url}/__mock/v1/openapi.json
  Token      none yet; create an account in the console, or start with --demo

`;
    expect(await ended).toEqual({ code: 0, stdout, stderr: "" });
  });

  test.each([
    { words: ["--demo"], lines: ["API", "Reference", "Console", "Document", "Control", `Token      ${demoToken}`] },
    { words: ["--examples"], lines: ["API", "Document", "Token      any"] },
  ])("with $words, the command prints the pages that exist and the token that they accept", async ({ words, lines }) => {
    const { child, waitFor: written, end: ended } = command("start", "--port", "0", ...words);
    const [, url] = await written(/^ready (.*)$/m);
    child.kill("SIGTERM");
    const [, , ...printed] = (await ended).stdout.trimEnd().split("\n");
    expect(printed).toEqual(lines.map((line) => expect.stringContaining(`  ${line}`)));
    for (const line of printed.slice(0, -1)) expect(line.trim()).toMatch(new RegExp(`^\\w+ +${url}`));
  });

  test("with --seed, the command prints where the tokens are, and not the tokens", async () => {
    const accessToken = "known-token-78";
    const file = await seedFile({ accounts: [{ account: { accountId: 78, accessToken } }] });
    const { child, waitFor: written, end: ended } = command("start", "--port", "0", "--seed", file);
    await written(/^ready (.*)$/m);
    child.kill("SIGTERM");
    const { stdout } = await ended;
    expect(stdout).toContain(`  Token      the access tokens in ${file}\n`);
    expect(stdout).not.toContain(accessToken);
  });

  test("exits with a message when the port is in use", async () => {
    const server = await serveMock({ mock: await createMock(), port: 0 });
    const { port } = new URL(server.url);
    expect(await command("start", "--port", port).end).toEqual({
      code: 1,
      stdout: "",
      stderr: `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port.\n`,
    });
    await server.close();
  });

  test("--host sets the address to listen on", async () => {
    const { origin, platform } = await startHere("--host", "localhost");
    expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await platform.control("GET", "/health")).body.status).toBe("ok");
  });
});

describe("--database", () => {
  test("the state in file:PATH persists across restarts", async () => {
    const database = await databases.file();
    const first = await startHere("--database", database);
    const one = await first.platform.account();
    await one.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
    await first.close();
    const { platform } = await startHere("--database", database);
    expect((await platform.call({ path: "/crm/objects/2026-03/tickets/901", token: one.accessToken })).status).toBe(200);
  });

  test("the state in memory is lost on restart", async () => {
    const one = await (await startHere("--database", "memory", "--demo")).platform.call({ path: domains, token: demoToken });
    const other = await (await startHere("--database", "memory")).platform.call({ path: domains, token: demoToken });
    expect([one.status, other.status]).toEqual([200, 401]);
  });

  test("the error for an unusable database contains the reason but not the password", async () => {
    const failureOf = (url: string) => startHere("--database", url).catch((error: Error) => error) as Promise<Error>;
    const unknown = await failureOf("mysql://user:hunter2@db.example/mock");
    expect(unknown.message).toMatch(/^Unknown database\. Use .*$/);
    const away = await failureOf("postgres://user:hunter2@127.0.0.1:1/mock");
    expect(away.message).toMatch(/^Postgres cannot be used: .*$/);
    expect([unknown, away].map((error) => error instanceof UsageError)).toEqual([true, false]);
    expect(unknown.message + away.message).not.toContain("hunter2");
  });
});

describe("--seed and --demo", () => {
  const account = { accountId: 77, accessToken: "known-77", scopes: ["tickets"] };
  const other = { accountId: 78, accessToken: "known-78" };

  test("--demo creates the demo account only once per database", async () => {
    const database = await databases.file();
    for (const _ of ["first", "again"]) {
      const { platform, close } = await startHere("--demo", "--database", database);
      expect(await platform.call({ path: domains, token: demoToken })).toMatchObject({ status: 200, body: { total: 2 } });
      await close();
    }
  });

  test("the accounts in several seed files exist before the first request", async () => {
    const state = { records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } };
    const files = [
      await seedFile({ accounts: [{ account, state }, { account: { accountId: 79, accessToken: "known-79" } }] }),
      await seedFile({ accounts: [{ account: other }] }),
    ];
    const { platform } = await startHere(...files.flatMap((file) => ["--seed", file]));
    const path = "/crm/objects/2026-03/tickets/901";
    expect((await platform.call({ path, token: account.accessToken })).status).toBe(200);
    expect((await platform.call({ path: domains, token: other.accessToken })).status).toBe(200);
  });

  const wrong: [title: string, content: unknown, message: string][] = [
    ["text that is not JSON", "{ secret", "is not JSON: it has an unexpected character at line 1, column 3."],
    ["no accounts", { account }, "must contain a list of accounts"],
    ["accounts that are not objects", { accounts: [7] }, "must contain a list of accounts"],
    [
      "an unknown field of an entry",
      { accounts: [{ acount: account }] },
      'accounts[0] has an unknown field "acount". Valid fields: account, state.',
    ],
    ["an account without an id", { accounts: [{ state: {} }] }, "accounts[0].account: accountId is required, because"],
    [
      "an account without an access token",
      { accounts: [{ account: { accountId: 77, refreshToken: "secret-77" } }] },
      "accounts[0].account: accessToken is required, because a generated token would not be shown anywhere.",
    ],
    [
      "an id that is not a number",
      { accounts: [{ account: { ...other, accountId: "x" } }] },
      "accounts[0].account: accountId must be an integer.",
    ],
    [
      "the same account twice",
      { accounts: [{ account }, { account: other }, { account: { ...other, accountId: 77 } }] },
      "accounts[2].account: accountId is already used. The seed file",
    ],
    [
      "an unknown field of an account",
      { accounts: [{ account }, { account: { ...other, scope: [] } }] },
      "accounts[1].account: scope is not a known field. Did you mean scopes? Valid fields: ",
    ],
    ["a malformed scope", { accounts: [{ account: { ...other, scopes: ["a secret"] } }] }, "accounts[0].account: scopes[0] must"],
    ["an unknown field of a state", { accounts: [{ account, state: { ticket: [] } }] }, "accounts[0].state: ticket is not a known field."],
    [
      "several invalid records",
      { accounts: [{ account, state: { records: { tickets: [{ id: 9 }, {}] } } }] },
      "accounts[0].state: records.tickets[0].id must be a string (and 1 more).",
    ],
    [
      "an association that does not name a record",
      { accounts: [{ account, state: { associations: [{ from: "secret", to: "companies/1", type: "contact_to_company" }] } }] },
      "accounts[0].state: associations[0].from must be an object type and a record id, for example contacts/3101",
    ],
  ];
  async function failureOf(files: readonly string[], demo = false): Promise<string> {
    const mock = await createMock();
    onTestFinished(() => mock.close());
    try {
      await seedAll(mock, await readSeeds(files, demo), new AbortController().signal);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  }

  test.each(wrong)("a seed with %s is rejected with its location", async (_, content, message) => {
    const failure = await failureOf([await seedFile(content)]);
    expect(failure).toMatch(/^The seed file [^\n]+$/);
    expect(failure).toContain(message);
    expect(failure).not.toContain("secret");
  });

  test("account ids must be unique across all files and the demo account", async () => {
    const files = [await seedFile({ accounts: [{ account }] }), await seedFile({ accounts: [{ account }] })];
    expect(await failureOf(files)).toBe(
      `The seed file ${files[1]}, accounts[0].account: accountId is already used. The seed file ${files[0]}, accounts[0] has the same id.`,
    );
    const demo = await seedFile({ accounts: [{ account: { accountId: 4815162, accessToken: "own-4815162" } }] });
    expect(await failureOf([demo], true)).toContain("The demo account has the same id.");
  });

  test("the error for a missing file names the file", async () => {
    const file = join(temporaryFolder(), "nothing.json");
    expect(await failureOf([file])).toBe(`The seed file ${file} cannot be read (ENOENT).`);
  });

  test("a rejected seed creates no account", async () => {
    const database = await databases.file();
    const conflicting = { records: { tickets: [{ id: "1" }, { id: "1" }] } };
    const rejected = await seedFile({ accounts: [{ account, state: conflicting }] });
    await expect(startHere("--database", database, "--seed", rejected)).rejects.toThrow("The seed file");
    const accepted = await seedFile({ accounts: [{ account, state: { records: { tickets: [{ id: "1" }] } } }] });
    const { platform } = await startHere("--database", database, "--seed", accepted);
    expect((await platform.control("GET", "/accounts/77/snapshot")).body.records.tickets).toHaveLength(1);
  });
});

describe("seeds on Postgres", () => {
  const tickets = Array.from({ length: 5_000 }, (_, index) => ({ id: String(index + 1), properties: { subject: "Printer" } }));
  const seed = { accounts: [{ account: { accountId: 77, accessToken: "known-77" }, state: { records: { tickets } } }] };

  async function isThere(url: string): Promise<boolean> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query("select 1 from accounts where account_id = 77")).rowCount === 1;
    } catch {
      // The tables may not exist yet.
      return false;
    } finally {
      await client.end();
    }
  }

  async function seeded({ platform }: Served): Promise<number> {
    return (await platform.control("GET", "/accounts/77/snapshot")).body.records?.tickets.length;
  }

  test("an account never exists without its state, even if the process is killed during startup", async () => {
    const words = ["--database", await databases.postgres(), "--seed", await seedFile(seed)];
    const killed = command("start", "--port", "0", ...words);
    await expect.poll(() => isThere(words[1] as string), { interval: 5 }).toBe(true);
    killed.child.kill("SIGKILL");
    await killed.end;
    expect(await seeded(await startHere(...words))).toBe(5_000);
  });

  test("two mocks can start with the same seed file at the same time", async () => {
    const words = ["--database", await databases.postgres(), "--seed", await seedFile(seed)];
    const mocks = await Promise.all([startHere(...words), startHere(...words)]);
    expect(await Promise.all(mocks.map(seeded))).toEqual([5_000, 5_000]);
  });
});

test("a signal during seeding ends the process with exit code 0, and leaves no incomplete account", async () => {
  const database = await databases.file();
  const tickets = Array.from({ length: 50 }, (_, index) => ({ id: String(index + 1), properties: { subject: "Printer" } }));
  const accounts = Array.from({ length: 300 }, (_, index) => {
    const accountId = 1_001 + index;
    return { account: { accountId, accessToken: `known-${accountId}` }, state: { records: { tickets } } };
  });
  const words = ["--database", database, "--seed", await seedFile({ accounts })];
  const ended = command("start", "--port", "0", ...words);
  await expect.poll(() => readdir(dirname(database.slice(5))), { interval: 5 }).toContain("mock.db-wal");
  ended.child.kill("SIGTERM");
  expect(await ended.end).toEqual({ code: 0, stdout: "", stderr: "" });
  const { platform } = await startHere("--database", database);
  const counts = await Promise.all(
    accounts.map(async ({ account }) => {
      const { status, body } = await platform.call({ path: `/__mock/v1/accounts/${account.accountId}/snapshot` });
      return status === 404 ? "none" : body.records?.tickets.length;
    }),
  );
  expect(new Set(counts).has("none")).toBe(true);
  expect(counts.filter((count) => count !== "none" && count !== 50)).toEqual([]);
});

describe("options of the platform", () => {
  test("without --id-seed, tokens are random, except for the demo account's tokens", async () => {
    const tokenOf = async (...words: string[]) => {
      const { platform } = await startHere("--demo", ...words);
      expect((await platform.call({ path: domains, token: demoToken })).status).toBe(200);
      return (await platform.account()).accessToken;
    };
    const inProcess = (await (await createMock()).account()).accessToken;
    const [one, other] = [await tokenOf(), await tokenOf()];
    expect(new Set([one, other, inProcess]).size).toBe(3);
    const [seeded, again] = [await tokenOf("--id-seed", "s"), await tokenOf("--id-seed", "s")];
    expect([seeded, seeded]).toEqual([again, expect.not.stringContaining(one)]);
  });

  test("--fail-before ends with exit code 1 and the list of calls in older versions", async () => {
    const mock = command("start", "--port", "0", "--demo", "--fail-before", "2026-03");
    const [, url = ""] = await mock.waitFor(/^ready (\S+)$/m);
    await fetch(`${url}/crm/v3/objects/tickets`, { headers: { authorization: `Bearer ${demoToken}` } });
    mock.child.kill("SIGTERM");
    const { code, stderr } = await mock.end;
    expect(code).toBe(1);
    expect(stderr).toContain(
      "The mock received calls in versions before 2026-03:\n- GET /crm/v3/objects/{objectType} (records.list, v3): 1 call",
    );
  });

  test("--keep-sunset-operations serves OAuth v1 after its end", async () => {
    for (const [words, status] of [
      [[], 410],
      [["--keep-sunset-operations"], 200],
    ] as const) {
      const { platform } = await startHere(...words);
      const one = await platform.account({ clock: { mode: "frozen", at: "2028-01-01T00:00:00Z" } });
      expect((await platform.call({ path: `/oauth/v1/access-tokens/${one.accessToken}` })).status).toBe(status);
    }
  });

  test.each([
    { words: ["--rate-limits"], last: 429 },
    { words: [], last: 200 },
  ])("with $words, the status of the 111th of many simultaneous requests is $last", async ({ words, last }) => {
    const { platform } = await startHere(...words);
    const one = await platform.account();
    await one.freeze("2026-04-20T08:00:00Z");
    for (let count = 1; count <= 110; count += 1) expect((await one.call({ path: domains })).status).toBe(200);
    expect((await one.call({ path: domains })).status).toBe(last);
  });

  test.each([
    { words: ["--strict"], status: 400 },
    { words: [], status: 200 },
  ])("with $words, the status of a request with an unknown query parameter is $status", async ({ words, status }) => {
    const { platform } = await startHere(...words);
    const one = await platform.account();
    expect((await one.call({ path: domains, query: { color: "red" } })).status).toBe(status);
    expect((await one.call({ path: domains, query: { limit: "many" } })).status).toBe(400);
  });

  test("--examples responds with examples and accepts any token", async () => {
    const lines = loggedLines();
    const { platform } = await startHere("--examples", "--log", "pretty");
    expect(await platform.call({ path: domains, token: "any" })).toMatchObject({ status: 200, body: { total: 2 } });
    expect((await platform.call({ path: "/__mock/v1/health" })).status).toBe(404);
    expect(lines().map(withoutTime)).toEqual([
      "200 GET /cos-domains/v1/domains",
      "404 GET /__mock/v1/health No operation matches GET /__mock/v1/health. GET /openapi.json lists the operations.",
    ]);
  });

  test("a control token is required if one is set", async () => {
    const { platform } = await startHere("--control-token", "control-token-1");
    const path = "/__mock/v1/health";
    const calls = [{ path }, { path, token: "control-token-2" }, { path, token: "control-token-1" }];
    expect(await Promise.all(calls.map(async (call) => (await platform.call(call)).status))).toEqual([401, 401, 200]);
  });
});

describe("--log", () => {
  const secret = "secret-of-the-client";
  async function logged(style: string): Promise<string[]> {
    const lines = loggedLines();
    const { platform } = await startHere("--demo", "--keep-sunset-operations", "--log", style);
    await platform.call({ path: domains, token: demoToken, query: { limit: secret } });
    await platform.call({ path: `/oauth/v1/access-tokens/${demoToken}` });
    await platform.call({ path: `/cos-domain/v1/${demoToken}` });
    await platform.call({
      path: "/oauth/v1/token",
      form: { grant_type: "refresh_token", refresh_token: secret, client_id: secret, client_secret: secret },
    });
    for (const word of [secret, demoToken]) expect(lines().join()).not.toContain(word);
    return lines();
  }

  test("--log json logs a line of JSON for every request, without secrets", async () => {
    const entries = (await logged("json")).map((line) => JSON.parse(line) as Record<string, unknown>);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const known = { time, method: "GET", accountId: 4815162, problems: [] };
    expect(entries).toEqual([
      {
        ...known,
        path: domains,
        operationId: "domainsV1.list",
        status: 400,
        category: "VALIDATION_ERROR",
        message: "limit must be an integer",
        problems: ["limit: type"],
      },
      { ...known, path: "/oauth/v1/access-tokens/{token}", operationId: "oauthV1.getAccessToken", status: 200 },
      {
        ...known,
        path: "/cos-domain/v1/{…}",
        operationId: null,
        status: 404,
        accountId: null,
        category: "RESOURCE_NOT_FOUND",
        message: "No operation matches GET /cos-domain/v1/{…}. GET /openapi.json lists the operations.",
        problems: ["path: operation"],
      },
      {
        ...known,
        method: "POST",
        path: "/oauth/v1/token",
        operationId: "oauthV1.createToken",
        status: 400,
        accountId: null,
        category: "invalid_client",
        message: "missing or invalid client id",
      },
    ]);
  });

  test.each([
    ["json", /^\{"time":"[^"]+Z","warning":"oauthV1\.createToken ends on .*","code":"CRM_PLATFORM_SUNSET"\}$/m],
    ["pretty", /^\d\d:\d\d:\d\d\.\d{3} warning: oauthV1\.createToken ends on .*$/m],
  ])("--log %s logs a warning that an operation will end, according to the machine's clock", async (style, line) => {
    // In the new process, the machine's clock shows a time in the last 90 days before the operation ends.
    const lateNow = `const now = ${Date.parse("2027-02-01T00:00:00Z")}; Date.now = () => now;`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(lateNow)}`;
    const { child, waitFor: written, end: ended } = commandIn({ NODE_OPTIONS }, "start", "--port", "0", "--log", style);
    onTestFinished(() => void child.kill("SIGKILL"));
    const [, url = ""] = await written(/^ready (\S+)$/m);
    expect((await platformAt(url, fetch).call({ path: "/oauth/v1/token", form: { client_id: "unknown" } })).status).toBe(400);
    child.kill("SIGTERM");
    const { stderr } = await ended;
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain("(node:");
  });

  test("--log pretty logs a readable line for every request, without secrets", async () => {
    const lines = (await logged("pretty")).map(withoutTime);
    expect(lines).toEqual([
      `400 GET ${domains} limit must be an integer`,
      "200 GET /oauth/v1/access-tokens/{token}",
      "404 GET /cos-domain/v1/{…} No operation matches GET /cos-domain/v1/{…}. GET /openapi.json lists the operations.",
      "400 POST /oauth/v1/token missing or invalid client id",
    ]);
  });

  test.each(["json", "pretty"])("the reason of an error in a %s log contains no chosen credentials", async (style) => {
    const lines = loggedLines();
    const { platform } = await startHere("--demo", "--log", style);
    for (const chosen of ["corp-secret-token-abcdef-4815162", `corp-secret-${"token-".repeat(12)}4815162`]) {
      for (const token of [demoToken, undefined]) {
        const call = (path: string, others: object = {}) => platform.call({ path, ...(token && { token }), ...others });
        await call(`/crm/objects/2026-03/${chosen}`);
        await call(`/crm/objects/2026-03/contacts/${chosen}`);
        await call("/crm/objects/2026-03/contacts", { query: { [chosen]: "1", limit: `Bearer ${chosen}.` } });
        await call("/crm/objects/2026-03/contacts", { body: { properties: { [chosen]: "1" } } });
      }
    }
    await platform.call({ path: "/crm/objects/2026-03/nothing", token: demoToken });
    expect(lines()).toHaveLength(17);
    expect(lines().join()).not.toContain("corp-secret");
    expect(lines().at(-1)).toContain("(received nothing)");
  });

  test.each(["json", "pretty"])("field names from a client can neither forge entries in a %s log nor flood it", async (style) => {
    const lines = loggedLines();
    const { platform } = await startHere("--demo", "--strict", "--log", style);
    const query = { ["x\n12:00:00.000 200 GET /forged\u001b[2K\u009b\u2028\u202e"]: "1", ["y".repeat(5000)]: "1" };
    await platform.call({ path: domains, token: demoToken, query });
    const [line = "", ...others] = lines();
    expect(others).toEqual([]);
    expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(line).toContain(" is not a known parameter");
    expect(line.length).toBeLessThan(1000);
  });
});
