import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { behaviors } from "@crm-platform/types";
import { expect, test } from "vitest";
import { type Behavior, readBehaviors } from "../../pipeline/model/behaviors.ts";
import { repository } from "../../repository.ts";
import { root, temporaryFolder } from "../workspace.ts";

const spec = join(root, "spec");

async function read(files: Readonly<Record<string, string>>): Promise<Behavior[]> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return readBehaviors(folder, spec);
}

test("the fidelity page and its data contain every rule", async () => {
  const rules = readBehaviors(join(root, repository.behaviors), spec);
  const page = await readFile(join(root, "packages/types/src/generated/fidelity.md"), "utf8");
  expect(rules.length).toBeGreaterThan(0);
  expect(behaviors).toEqual(rules);
  expect(rules.filter(({ area, rule }) => !page.includes(`| ${area} | ${rule} |`))).toEqual([]);
});

test("reads the rules of each area without running the files, and ignores other files", async () => {
  const files = {
    "tickets.rules.ts": `
      import { missing } from "./missing.ts";
      rules("tickets", {
        archived: rule("It stays " + "archived.", { grade: "documented", source: "RFC 6749, section 3.3" })(missing.check),
      });
      throw new Error("The file ran.");`,
    "oauth/code.rules.ts": `
      export const codeRules = rules("oauthV1", { "used-once": rule("A code is used once.", "assumed")(async () => {}) });
      rules("oauth", { code: rule(\`It has a code.\`, { grade: "described", source: "platform description, Limits" })(async () => {}) });`,
    "oauth/flow.ts": 'rules("unknown", {});',
  };
  expect(await read(files)).toEqual([
    { area: "oauth", rule: "code", text: "It has a code.", grade: "described", source: "platform description, Limits" },
    { area: "oauthV1", rule: "used-once", text: "A code is used once.", grade: "assumed" },
    { area: "tickets", rule: "archived", text: "It stays archived.", grade: "documented", source: "RFC 6749, section 3.3" },
  ]);
});

const rule = 'rule("It stays.", "assumed")(check)';
const described =
  'A described rule must name a section of the description: { grade: "described", source: "platform description, Limits" }.';

test.each([
  {
    problem: "an unknown area",
    text: `rules("ticket", {});`,
    at: "1:7",
    message: /^Unknown area "ticket"\. The areas are the folders in the spec: .*tickets/,
  },
  { problem: "an area in a variable", text: "rules(area, {});", at: "1:7", message: /^The area is not a string literal\. Write it here/ },
  {
    problem: "rules in a variable",
    text: `rules("tickets", table);`,
    at: "1:18",
    message: /^The rules of tickets are not an object literal\. Expected: rules\("tickets", \{ "rule-name": rule\(/,
  },
  { problem: "no rules", text: "const rules = [];", at: "1:1", message: /^This file contains no rules\. Expected: rules\("area"/ },
  {
    problem: "rules from another object",
    text: `rules("tickets", {\n  ...others,\n});`,
    at: "2:3",
    message: /^This is not a rule\. Expected: "rule-name": rule\(/,
  },
  {
    problem: "a rule without a check",
    text: `rules("tickets", {\n  a: rule("It stays.", "assumed"),\n});`,
    at: "2:3",
    message: /^This is not a rule\. Expected: /,
  },
  {
    problem: "a name in camel case",
    text: `rules("tickets", { archiveAgain: ${rule} });`,
    at: "1:20",
    message: /^The name of a rule must be a literal in kebab case, as in "archived-again"\.$/,
  },
  {
    problem: "a name in a variable",
    text: `rules("tickets", { [name]: ${rule} });`,
    at: "1:20",
    message: /^The name of a rule must be a literal/,
  },
  {
    problem: "two rules with one name",
    text: `rules("tickets", { a: ${rule} });\nrules("tickets", { "a": ${rule} });`,
    at: "2:20",
    message: /^The area tickets has two rules named "a"\.$/,
  },
  {
    problem: "a text in a variable",
    text: `rules("tickets", { a: rule(text, "assumed")(check) });`,
    at: "1:28",
    message: /^The text is not a string literal\. Write it here in quotation marks, because the tools do not run this file\.$/,
  },
  {
    problem: "a text with a value",
    text: `rules("tickets", { a: rule("It stays " + place, "assumed")(check) });`,
    at: "1:42",
    message: /^The text is not a string literal/,
  },
  { problem: "an empty text", text: `rules("tickets", { a: rule(" ", "assumed")(check) });`, at: "1:28", message: /^The text is empty\.$/ },
  {
    problem: "no evidence",
    text: `rules("tickets", { a: rule("It stays.")(check) });`,
    at: "1:23",
    message: /^The grade is not a string literal/,
  },
  {
    problem: "evidence in a variable",
    text: `rules("tickets", { a: rule("It stays.", evidence)(check) });`,
    at: "1:41",
    message: /^The grade is not a string literal/,
  },
  {
    problem: "an unknown grade",
    text: `rules("tickets", { a: rule("It stays.", "sure")(check) });`,
    at: "1:41",
    message: /^Unknown grade "sure"\. Valid grades: described, documented, observed, assumed\.$/,
  },
  {
    problem: "an unknown field of evidence",
    text: `rules("tickets", { a: rule("It stays.", { grade: "assumed", note: "RFC" })(check) });`,
    at: "1:67",
    message: /^Unknown field "note"\. Evidence has the fields grade and source\.$/,
  },
  {
    problem: "evidence from another object",
    text: `rules("tickets", { a: rule("It stays.", { ...assumed })(check) });`,
    at: "1:43",
    message: /^The evidence of a rule may contain only literals\.$/,
  },
  {
    problem: "a source in a variable",
    text: `rules("tickets", { a: rule("It stays.", { grade: "assumed", source })(check) });`,
    at: "1:61",
    message: /^The evidence of a rule may contain only literals\.$/,
  },
  {
    problem: "a described rule without a source",
    text: `rules("tickets", { a: rule("It stays.", "described")(check) });`,
    at: "1:41",
    message: described,
  },
  {
    problem: "a described rule with another source",
    text: `rules("tickets", { a: rule("It stays.", { grade: "described", source: "RFC 6749" })(check) });`,
    at: "1:71",
    message: described,
  },
  {
    problem: "a file as source",
    text: `rules("tickets", { a: rule("It stays.", { grade: "assumed", source: "notes.md 4" })(check) });`,
    at: "1:69",
    message: /^The source "notes\.md 4" is a file\. Expected: a public text/,
  },
  {
    problem: "a syntax error",
    text: `rules("tickets", {\n  a: rule("It stays.\n});`,
    at: "2:21",
    message: /^Unterminated string literal\.$/,
  },
])("reports $problem with its file, line and column", async ({ text, at, message }) => {
  const [line = "", column = ""] = at.split(":");
  await expect(read({ "tickets.rules.ts": text })).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`/tickets\\.rules\\.ts:${at}\\n`)),
    problems: expect.arrayContaining([
      {
        file: expect.stringMatching(/\/tickets\.rules\.ts$/),
        place: { line: Number(line), column: Number(column) },
        message: typeof message === "string" ? message : expect.stringMatching(message),
      },
    ]),
  });
});

test("reports the problems of all files", async () => {
  const files = {
    "tickets.rules.ts": 'rules("ticket", {});',
    "pages.rules.ts": `rules("pages", { A: ${rule}, b: rule("It stays.", "sure")(check) });`,
  };
  await expect(read(files)).rejects.toThrow("rules: 3 problems");
});
