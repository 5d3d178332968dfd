import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addChangeset, copyOfRepository, install } from "../repositoryCopy.ts";
import { type CommandRun, command } from "./workspace.ts";

let folder: string;

beforeAll(async () => {
  folder = await copyOfRepository();
  await install(folder);
  await command("git", ["-c", "user.name=test", "-c", "user.email=test@test.example", "commit", "--quiet", "--message", "copy"], folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Undoes what a test has written. */
async function reset(): Promise<void> {
  await command("git", ["checkout", "--quiet", "."], folder);
  await command("git", ["clean", "--quiet", "--force", "-d"], folder);
}

type Options = Readonly<Record<string, string | readonly string[]>>;

const getTicket: Options = {
  area: "tickets",
  method: "get",
  name: "get",
  path: "/crm/objects/2026-03/tickets/{ticketId}/whole",
  summary: "Get a ticket",
  description:
    "Reads one ticket, archived or not: what it is about, when it was made, and which of our people has taken care of it so far.",
  scope: "tickets",
  parameter: "archived?|boolean|true|Whether an archived ticket counts.",
  answer: "Ticket",
  "answer-description": "The ticket.",
  "answer-field": ["id|string|9602|The record id.", "subject?|string|It's shipped|What it is about.", "pipeline|integer|3|Where it is."],
  grade: "assumed",
  note: "That it can be read.",
};

const createInvoice: Options = {
  area: "invoices",
  "area-description": "Bills of the account.",
  method: "post",
  name: "create",
  path: "/crm/v3/invoices",
  summary: "Create an invoice",
  description: "Creates an invoice.",
  scope: "none",
  retry: "on-rate-limit",
  body: "InvoiceInput",
  "body-description": "What is billed.",
  "body-field": ["title|string|Larkspur's fleet|What it is for.", "amounts|integer[]|[1,2]|The amounts."],
  status: "201",
  answer: "Invoice",
  "answer-description": "The new invoice.",
  "answer-field": ["id|string|88|Its id.", "paidAt|date-time|2026-04-20T08:00:00Z|When it was paid."],
};

function newOperation(options: Options): Promise<CommandRun> {
  const words = Object.entries(options).flatMap(([name, value]) => [value].flat().flatMap((one) => [`--${name}`, one]));
  return command("node", ["tools/commands/newOperation.ts", ...words], folder);
}

function without(options: Options, name: string): Options {
  return Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));
}

async function changedFiles(): Promise<string[]> {
  const { stdout } = await command("git", ["status", "--porcelain", "--untracked-files=all"], folder);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3))
    .sort();
}

const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");

test("in an area that is there: what it writes passes lint, generates, and check names what is left", async () => {
  onTestFinished(reset);
  const { code, stdout, stderr } = await newOperation(getTicket);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(await changedFiles()).toEqual([
    ".changeset/tickets-get.md",
    "spec/openapi.yaml",
    "spec/tickets/behaviour.yaml",
    "spec/tickets/get.yaml",
    "spec/tickets/samples/get.sh",
    "spec/tickets/samples/get.ts",
    "spec/tickets/schemas/Ticket.yaml",
  ]);
  expect(stdout).toContain('"tickets.get": {\n        kind: "reads",\n        async run({ path, query }, { store, now }) {');
  // What the description of another operation says of the same parameter is said here.
  expect(await read("spec/tickets/get.yaml")).toContain("description: The record id of the ticket.");
  expect(await read("spec/tickets/samples/get.ts")).toContain('await client.tickets.get("9602", { archived: true });');
  expect(await read("spec/tickets/samples/get.sh")).toContain("/tickets/9602/whole?archived=true");
  expect(await command("redocly", ["lint", "spec/openapi.yaml"], folder)).toMatchObject({ code: 0 });
  expect(await command("node", ["tools/generate.ts"], folder)).toMatchObject({ code: 0, stderr: "" });
  expect(await command("biome", ["check", "spec"], folder)).toMatchObject({ code: 0 });
  const complete = await command("node", ["--conditions=@crm-platform/source", "tools/commands/complete.ts"], folder);
  expect(complete).toMatchObject({
    code: 1,
    stderr: `tickets.get has no handler. It belongs into packages/mock/src/handlers/tickets.ts.
The row get-answers-200 of spec/tickets/behaviour.yaml has no check. It belongs into packages/mock/test/behaviour/tickets.ts.
`,
  });
});

test("in a new area, with a body: the index gets a tag and a path, and keeps every line that it had", async () => {
  onTestFinished(reset);
  const before = await read("spec/openapi.yaml");
  expect(await newOperation(createInvoice)).toMatchObject({ code: 0, stderr: "" });
  const after = (await read("spec/openapi.yaml")).split("\n");
  let next = 0;
  for (const line of before.split("\n")) {
    const found = after.indexOf(line, next);
    expect(found, line).toBeGreaterThanOrEqual(next);
    next = found + 1;
  }
  expect(after.join("\n")).toContain("  - name: invoices\n    x-displayName: Invoices\n    description: Bills of the account.\n");
  expect(after.join("\n")).toContain("  /crm/v3/invoices:\n    $ref: ./invoices/create.yaml\n");
  expect(await read("spec/invoices/create.yaml")).toContain("  security: []\n");
  expect(await read("spec/invoices/samples/create.sh")).toContain(`"title": "Larkspur'\\''s fleet"`);
  expect(await read(".changeset/invoices-create.md")).toMatch(/"@crm-platform\/mock": (patch|minor)\n/);
  expect(await command("redocly", ["lint", "spec/openapi.yaml"], folder)).toMatchObject({ code: 0 });
  expect(await command("node", ["tools/generate.ts"], folder)).toMatchObject({ code: 0, stderr: "" });
});

test("a second method of a path: the file is named after the path, and holds both", async () => {
  onTestFinished(reset);
  const archive = await read("spec/tickets/archive.yaml");
  const { code, stdout, stderr } = await newOperation({ ...getTicket, path: "/crm/objects/2026-03/tickets/{ticketId}" });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("removed: spec/tickets/archive.yaml\n");
  const item = await read("spec/tickets/item.yaml");
  expect(item).toMatch(/^get:\n {2}operationId: tickets\.get\n/);
  expect(item.endsWith(`\n${archive}`)).toBe(true);
  await expect(read("spec/tickets/archive.yaml")).rejects.toThrow("ENOENT");
  expect(await read("spec/openapi.yaml")).toContain("  /crm/objects/2026-03/tickets/{ticketId}:\n    $ref: ./tickets/item.yaml\n");
  expect(await command("redocly", ["lint", "spec/openapi.yaml"], folder)).toMatchObject({ code: 0 });
  expect(await command("node", ["tools/generate.ts"], folder)).toMatchObject({ code: 0, stderr: "" });
});

test("its changeset claims and says what the gate asks for, so that there is nothing left to propose", async () => {
  onTestFinished(reset);
  // As after a release.
  await addChangeset(folder);
  expect(await command("pnpm", ["run", "version:packages"], folder)).toMatchObject({ code: 0 });
  expect(await newOperation(getTicket)).toMatchObject({ code: 0, stderr: "" });
  const changeset = await read(".changeset/tickets-get.md");
  for (const name of ["types", "client", "mock"]) expect(changeset).toContain(`"@crm-platform/${name}": patch`);
  expect(changeset).toContain("`tickets.get` is new. Reads one ticket");
  expect(await command("node", ["tools/commands/change.ts", "--check"], folder)).toMatchObject({ code: 0, stderr: "" });
  expect(await command("node", ["tools/commands/change.ts"], folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The changesets say all of it already."),
  });
}, 60_000);

describe.concurrent("nothing is written when something is wrong", () => {
  test.each([
    { options: { ...getTicket, name: "archive", method: "delete" }, message: "--name: tickets.archive is there already." },
    { options: { ...getTicket, name: "fetch" }, message: "--name: It begins with a verb of GET: list, get," },
    {
      options: { ...getTicket, path: "/crm/objects/2026-03/tickets/{id}" },
      message: "--path: /crm/objects/2026-03/tickets/{ticketId} is there already. Write it in the same way",
    },
    {
      options: { ...getTicket, name: "archiveWhole", method: "delete", path: "/crm/objects/2026-03/tickets/{ticketId}" },
      message: "--path: /crm/objects/2026-03/tickets/{ticketId} is there already with the method DELETE.",
    },
    {
      options: { ...getTicket, path: "/content/api/v2/pages" },
      message: "--path: /content/api/v2/pages is there already with the method GET.",
    },
    {
      options: { ...createInvoice, area: "tickets", path: "/content/api/v2/pages" },
      message: "--path: /content/api/v2/pages belongs to the area pages, and a path is in one area.",
    },
    { options: { ...getTicket, path: "tickets" }, message: "--path: It begins with a slash and has none at the end" },
    {
      options: { ...getTicket, path: "/crm/v3/tickets/{ticketKey}" },
      message: "--parameter: No other operation has {ticketKey} in its path.",
    },
    {
      options: { ...without(getTicket, "parameter"), path: "/crm/v3/tickets/{ticketKey}" },
      message: "--parameter is missing. No other operation has {ticketKey} in its path.",
    },
    {
      options: { ...getTicket, parameter: [getTicket["parameter"] as string, "archived|string|no|Another of the name."] },
      message: "--parameter: archived is there already.",
    },
    {
      options: { ...getTicket, "answer-field": ["id|string|9602|The record id.", "id?|integer|3|Another of the name."] },
      message: "--answer-field: id is there already.",
    },
    { options: { ...getTicket, scope: ["tickets", "none"] }, message: "--scope: none goes alone." },
    { options: { ...getTicket, scope: "ticket" }, message: "--scope: It is one of " },
    { options: without(getTicket, "scope"), message: "--scope is missing." },
    { options: { ...getTicket, summary: "Get a ticket." }, message: "--summary: It begins with a capital and has no full stop" },
    { options: { ...getTicket, "answer-field": "id|text|1|Its id." }, message: "--answer-field: The type of id is one of string, integer" },
    { options: { ...getTicket, "answer-field": "id|integer|one|Its id." }, message: "--answer-field: The example of id is to be JSON" },
    {
      options: { ...getTicket, "answer-field": ["id|integer|1.5|Its id.", "ids|integer[]|[1, true]|Others.", "when|date-time|soon|When."] },
      message: `--answer-field: The example of id is to be JSON of the type integer, not 1.5.
--answer-field: The example of ids is to be JSON of the type integer[], not [1, true].
--answer-field: The example of when is to be a time such as 2026-04-20T08:00:00Z, not soon.`,
    },
    { options: without(getTicket, "answer-field"), message: "--answer-field is missing. Ticket is new" },
    { options: { ...getTicket, area: "shared" }, message: "--area: It is a name such as tickets or eventDefinitions" },
    { options: { ...createInvoice, area: "released" }, message: "--area: It is a name such as tickets or eventDefinitions" },
    { options: { ...getTicket, body: "TicketInput" }, message: "--body has no meaning here." },
    // Found by our rules of the spec, in the copy.
    { options: { ...getTicket, answer: "Record" }, message: "spec/tickets/schemas/Record.yaml" },
  ])("$message", async ({ options, message }) => {
    const { code, stdout, stderr } = await newOperation(options);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
    expect(stderr).toContain("Nothing was written.");
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await changedFiles()).toEqual([]);
  });

  test("without a terminal everything that is missing is told at once", async () => {
    const { code, stderr } = await newOperation({ area: "tickets", method: "get" });
    expect(code).toBe(1);
    for (const name of ["name", "path", "summary", "description", "answer"]) expect(stderr).toContain(`--${name} is missing.`);
  });

  test("an unknown option gets the usage", async () => {
    expect(await newOperation({ aera: "tickets" })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Usage: npx pnpm new:operation"),
    });
  });
});

test("--help lists every option", async () => {
  const { code, stdout } = await command("node", ["tools/commands/newOperation.ts", "--help"], folder);
  expect(code).toBe(0);
  for (const name of Object.keys(getTicket)) expect(stdout).toContain(`--${name}`);
});
