import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { filesOf, type NewOperation } from "../../authoring/newOperation.ts";
import { readFiles } from "../../authoring/newOperationWords.ts";
import { copyOfRepository } from "../../repositoryCopy.ts";
import { type CommandRun, command, root } from "../workspace.ts";

let folder: string;

beforeAll(async () => {
  folder = await copyOfRepository();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function newOperation(...words: string[]): Promise<CommandRun> {
  return command("node", ["tools/commands/newOperation.ts", ...words], folder);
}

const getTicket: NewOperation = {
  area: "tickets",
  name: "get",
  method: "get",
  path: "/crm/v3/tickets/{ticketId}",
  summary: "Get a ticket",
  scopes: ["tickets"],
  retry: "safe",
  status: "200",
  requestBody: undefined,
  response: "Ticket",
};

async function changedFiles(): Promise<string[]> {
  const { stdout } = await command("git", ["status", "--porcelain", "--untracked-files=all"], folder);
  const changed = stdout.split("\n").filter((line) => line[1] !== " " && line !== "");
  return changed.map((line) => line.slice(3)).sort();
}

function complete(): Promise<CommandRun> {
  return command("node", ["--conditions=@crm-platform/source", "tools/commands/complete.ts"], folder);
}

function placesIn(output: string): string[] {
  return [...output.matchAll(/^[\w./]+:\d+/gm)].map(([place]) => place).sort();
}

test("every placeholder is reported with its file and line, and code is generated for the finished operation", async () => {
  const { code, stdout, stderr } = await newOperation(
    ...["invoices.create", "post", "/crm/v3/invoices/{invoiceId}/copies", "Copy an invoice: as a draft"],
    ...["--scope", "tickets", "--scope", "content", "--request", "InvoiceInput", "--response", "Invoice", "--status", "201"],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const written = await changedFiles();
  expect(written).toEqual([
    ".changeset/invoices-create.md",
    "packages/mock/src/handlers/invoices.ts",
    "packages/mock/src/handlers/table.ts",
    "spec/invoices/behaviour.yaml",
    "spec/invoices/create.yaml",
    "spec/invoices/samples/create.sh",
    "spec/invoices/samples/create.ts",
    "spec/invoices/schemas/Invoice.yaml",
    "spec/invoices/schemas/InvoiceInput.yaml",
    "spec/openapi.yaml",
  ]);
  for (const file of written) expect(stdout).toContain(`written: ${file}\n`);
  // For this rule, Biome reads the types of all files.
  const biome = (await readFile(join(root, "biome.json"), "utf8")).replace('"noFloatingPromises": "error"', '"noFloatingPromises": "off"');
  await writeFile(join(folder, "biome.json"), biome);
  expect(await command("biome", ["check", ...written], folder)).toMatchObject({ code: 0 });
  const places = placesIn((await command("grep", ["-n", "TODO", ...written], folder)).stdout);
  const withPlaceholders = [
    "handlers/invoices.ts",
    "create.yaml",
    "samples/create.sh",
    "samples/create.ts",
    "Invoice.yaml",
    "InvoiceInput.yaml",
  ];
  for (const file of withPlaceholders) expect(places.join()).toContain(`${file}:`);
  expect(placesIn(stdout)).toEqual(places);
  expect(placesIn((await complete()).stderr)).toEqual(places);

  for (const file of written) {
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("TODO", "Written."));
  }
  const built = await command("node", ["tools/commands/build.ts", "--check", "generate"], folder);
  expect(built.code).toBe(1);
  expect(built.stderr).toContain("The generated code was out of date. These files have been corrected:\n");
  expect(built.stderr).toContain("\n  packages/client/src/generated/areas/invoices.ts\n");
  expect(await complete()).toMatchObject({
    code: 1,
    stderr:
      "The row create-returns-201 in spec/invoices/behaviour.yaml has no check. Add one to packages/mock/test/behaviour/invoices.ts.\n",
  });
  const types = await command("tsc", ["--build", "packages/mock", "--checkers", "1"], folder);
  expect(types.stdout).toBe("");
});

test("does not change other lines of the index, and inserts the path after the other paths of its area", async () => {
  const index = await readFile(join(root, "spec/openapi.yaml"), "utf8");
  const lines = filesOf(getTicket, root).get("spec/openapi.yaml")?.split("\n") ?? [];
  const added = ["  /crm/v3/tickets/{ticketId}:", "    $ref: ./tickets/get.yaml"];
  const at = lines.indexOf(added[0] ?? "");
  expect(lines[at - 1]).toContain("./tickets/");
  expect(lines.toSpliced(at, 2).join("\n")).toBe(index);
  expect(lines.slice(at, at + 2)).toEqual(added);
});

test("adds a method to the file of an existing path, in the order of the linter, and a handler to its area", () => {
  const path = "/crm/objects/2026-03/tickets/{ticketId}";
  const file = "spec/tickets/archive.yaml";
  const files = filesOf({ ...getTicket, path }, root);
  expect(files.has("spec/openapi.yaml")).toBe(false);
  const before = readFileSync(join(root, file), "utf8");
  const added = files.get(file)?.slice(0, -before.length) ?? "";
  expect(added).toMatch(/^get:\n {2}operationId: tickets\.get\n/);
  expect(files.get(file)).toBe(`${added}${before}`);
  expect(files.get("packages/mock/src/handlers/tickets.ts")).toContain('  "tickets.get": reads(async () => {\n');
  expect(files.has("packages/mock/src/handlers/table.ts")).toBe(false);
});

test("writes the path item, the schema and the changeset of a webhook", async () => {
  const words = ["invoices2.receiveChanges", "webhook", "Receive changes", "--request", "InvoiceChange"];
  const { code, stdout, stderr } = await newOperation(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const written = [
    ".changeset/invoices2-receive-changes.md",
    "spec/invoices2/receiveChanges.yaml",
    "spec/invoices2/schemas/InvoiceChange.yaml",
    "spec/openapi.yaml",
  ];
  expect(stdout.match(/(?<=^written: ).+/gm)?.sort()).toEqual(written);
  expect(await changedFiles()).toEqual(expect.arrayContaining(written));
  expect(await readFile(join(folder, "spec/openapi.yaml"), "utf8")).toContain(
    "  receiveChanges:\n    $ref: ./invoices2/receiveChanges.yaml\n",
  );
  expect(stdout).toContain("spec/invoices2/receiveChanges.yaml:5 Replace the placeholder: description: TODO\n");
  expect(stdout).not.toMatch(/\((rule|house)\/[\w-]+\)$/m);
  expect(() => readFiles(words, folder)).toThrow("The webhook invoices2.receiveChanges already exists.");
});

test.each([
  { change: { name: "archive" }, message: "The operation tickets.archive already exists." },
  {
    change: { area: "domains", name: "get2", path: "/cos-domains/v1/domains/{domainId}" },
    message: "GET /cos-domains/v1/domains/{domainId} already exists in spec/domainsV1/get.yaml.",
  },
  { change: { path: "/crm-associations/v1/associations" }, message: "Add the method to that file manually." },
])("rejects an operation that it cannot write: $message", ({ change, message }) => {
  expect(() => filesOf({ ...getTicket, ...change }, root)).toThrow(message);
});

test.each([
  {
    words: ["a.changes", "webhook", "Receive changes", "--request", "A"],
    message: 'ID must be AREA.receiveNAME for a webhook, for example tickets.receiveChanges. Found: "a.changes".',
  },
  {
    words: ["tickets.get", "fetch", "/tickets", "Get a ticket"],
    message: 'METHOD must be one of get, post, put, patch, delete, webhook. Found: "fetch".',
  },
  ...["constructor.get", "delete.get", "tickets.then"].map((id) => ({
    words: [id, "get", "/crm/v3/things", "Get a thing"],
    message: `ID must not contain a reserved word. Found: "${id}".`,
  })),
])("rejects the arguments $words", ({ words, message }) => {
  expect(() => readFiles(words, root)).toThrow(message);
});

test("does not overwrite a path item that the index does not list", async () => {
  const file = join(folder, "spec/tickets/reopen.yaml");
  await writeFile(file, "get: {}\n");
  onTestFinished(() => rm(file));
  const words = ["tickets.reopen", "post", "/crm/v3/tickets/reopen", "Reopen tickets", "--scope", "tickets"];
  expect(() => readFiles(words, folder)).toThrow(
    "spec/tickets/reopen.yaml already exists, but spec/openapi.yaml does not list it. Add it to the index, or delete it.",
  );
});
