import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readBehaviors } from "../../pipeline/model/behaviors.ts";
import { root, temporaryFolder } from "../workspace.ts";

test("only the control API's own document contains its paths", async () => {
  const platform = JSON.parse(await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8")) as { paths: object };
  const file = pathToFileURL(join(root, "packages/mock/src/generated/control/document.ts")).href;
  const { document: control } = (await import(file)) as { document: { paths: object } };
  const own = Object.keys(control.paths);
  expect(Object.keys(platform.paths).filter((path) => path.startsWith("/__mock"))).toEqual([]);
  expect(own).toHaveLength(37);
  expect(own.filter((path) => !path.startsWith("/__mock/v1/"))).toEqual([]);
});

test("the fidelity page and its data contain every row of the behavior tables", async () => {
  const rows = await readBehaviors(join(root, "spec"));
  const { behaviors } = await import("@crm-platform/types");
  const page = await readFile(join(root, "packages/types/src/generated/fidelity.md"), "utf8");
  expect(rows.length).toBeGreaterThan(0);
  expect(behaviors.map(({ area, rule }) => `${area} ${rule}`)).toEqual(rows.map(({ area, rule }) => `${area} ${rule}`));
  expect(rows.filter(({ area, rule }) => !page.includes(`| ${area} | ${rule} |`))).toEqual([]);
});

test("both documents have the version of the released packages", async () => {
  const versions = ["spec/openapi.yaml", "spec/control/openapi.yaml"].map(async (file) => {
    const { info } = parse(await readFile(join(root, file), "utf8")) as { info: { version: string } };
    return info.version;
  });
  const packages = ["types", "client", "mock"].map(async (name) => {
    const { version } = JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8")) as { version: string };
    return version;
  });
  const released = (await Promise.all(packages)).filter((version) => version !== "0.0.0");
  const [first, ...others] = [...(await Promise.all(versions)), ...released];
  expect(first).toMatch(/^\d+\.\d+\.\d+$/);
  for (const version of others) expect(version).toBe(first);
});

async function read(tables: Readonly<Record<string, string>>): Promise<unknown> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(tables)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return readBehaviors(folder);
}

const row = { rule: "archive-again", text: "It stays.", grade: "assumed", source: "RFC 6749, section 3.3" };

test("reads the rows by area, and ignores other files", async () => {
  const tables = {
    "tickets/behaviour.yaml": JSON.stringify([row, { ...row, rule: "a" }]),
    "meetings/behaviour.yaml": JSON.stringify([row]),
    "meetings/deeper/behaviour.yaml": "not a table",
    "behaviour.yaml": "not a table",
  };
  expect(await read(tables)).toEqual([
    { area: "meetings", ...row },
    { area: "tickets", ...row },
    { area: "tickets", ...row, rule: "a" },
  ]);
});

test.each([
  { rows: [row, row], message: 'The area has two rules named "archive-again".' },
  { rows: [{ ...row, rule: "archiveAgain" }], message: "This must match pattern" },
  {
    rows: [{ ...row, grade: "guessed" }],
    message: "This must be equal to one of the allowed values: described, documented, observed, assumed.",
  },
  { rows: [{ ...row, text: " " }], message: "#/0/text" },
  { rows: [{ ...row, source: "notes.md 4" }], message: "This must match pattern" },
  { rows: [{ ...row, grade: "described" }], message: 'This must match pattern "^platform description, ' },
  { rows: [{ rule: "a", text: "b", grade: "described" }], message: "This must have required property 'source'." },
  { rows: [{ ...row, evidence: "none" }], message: "This must NOT have additional properties: evidence." },
  { rows: ["archive-again"], message: "This must be object." },
  { rows: {}, message: "This must be array." },
])("rejects a malformed table: $message", async ({ rows, message }) => {
  const reading = read({ "tickets/behaviour.yaml": JSON.stringify(rows) });
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(/tickets\/behaviour\.yaml(:\d+:\d+)? #/);
});
