import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { hostileDocument, hostileText } from "../../tests/pipeline/documents.ts";
import type { Changeset } from "../changesets/changesets.ts";
import { proposeChangeset } from "../changesets/propose.ts";
import type { ContractDiff } from "../decide.ts";
import { findingsBetween } from "../decide.ts";
import { report } from "../report.ts";

function diffOf(before: object, after: object): ContractDiff {
  const findings = findingsBetween(before as Document, after as Document);
  const documents = [{ document: "platform", findings, level: "minor", packages: ["@crm-platform/types"] }] as const;
  return { base: "spec/released", version: "0.1.0", documents, signatures: [], level: "minor" };
}

function documentWith(operation: object, more: object = {}): object {
  const paths = { "/a": { post: { operationId: "a.post", tags: ["a"], security: [], responses: {}, ...operation } } };
  return { openapi: "3.1.0", info: { title: "A", version: "0.1.0" }, paths, ...more };
}

function outsideOfCode(markdown: string): string {
  return markdown.replace(/`[^`]*`/g, "");
}

test("text from a document is escaped in a terminal, in Markdown and in a changeset", () => {
  const hostile = hostileDocument() as { info: object; paths: object; components: object };
  const bare = { ...hostile, paths: {}, components: {} };
  const shorter = JSON.parse(JSON.stringify(hostile).replaceAll('"required":[', '"minProperties":7,"required":[')) as object;
  for (const [before, after] of [
    [hostile, bare],
    [bare, hostile],
    [hostile, shorter],
  ] as const) {
    const diff = diffOf(before, after);
    const findings = diff.documents[0]?.findings ?? [];
    expect(findings.length).toBeGreaterThanOrEqual(hostileText.length);
    const text = report(diff, "text");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    const subjects = new Set(findings.map(({ subject }) => subject)).size;
    const changeset = proposeChangeset(diff.documents[0] as ContractDiff["documents"][number], [], "0.1.0")?.content ?? "";
    for (const markdown of [report(diff, "markdown"), changeset]) {
      // Line breaks in text from the documents do not add lines.
      expect(markdown.split("\n").filter((line) => /^ *- /.test(line))).toHaveLength(subjects + findings.length);
      expect(outsideOfCode(markdown)).not.toMatch(/[<>[\]{}|\\$`]/);
    }
    expect(changeset.match(/^---$/gm)).toHaveLength(2);
    expect(JSON.parse(report(diff, "json"))).toEqual(JSON.parse(JSON.stringify(diff)));
  }
});

test("a name cannot end the code span around it", () => {
  const named = (name: string): object =>
    documentWith({ requestBody: { content: { "application/json": { schema: { properties: { [name]: { type: "string" } } } } } } });
  const markdown = report(diffOf(named("plain"), named("a` <b>bold</b> `c")), "markdown");
  expect(markdown).toContain("bold");
  expect(outsideOfCode(markdown)).not.toContain("bold");
});

test("long values with the same beginning result in different messages, so that accepting one change does not accept another", () => {
  const limited = (pattern: string): object =>
    documentWith({ parameters: [{ name: "q", in: "query", schema: { type: "string", pattern } }] });
  const long = "^[a-z]".repeat(20);
  const messages = [`${long}a$`, `${long}b$`].map((pattern) => diffOf(limited(long), limited(pattern)).documents[0]?.findings[0]?.message);
  expect(messages[0]).toContain("…");
  expect(messages[0]).not.toBe(messages[1]);
});

test("a changed evidence grade is labeled neither as new nor as a text", () => {
  const graded = (grade: string): object => documentWith({ "x-evidence": { grade, note: "A." } });
  const lowered = report(diffOf(graded("documented"), graded("assumed")), "text");
  expect(lowered).toContain("    evidence  `grade` changed from `documented` to `assumed`. (evidence-lowered)\n");
  expect(lowered).toContain("0 breaking changes, 0 additions, 0 changed texts, 1 changed evidence grade.");
  const raised = report(diffOf(graded("assumed"), graded("documented")), "markdown");
  expect(raised).toContain("  - evidence: `grade` changed from `assumed` to `documented`.\n");
});

test("a changeset has the level of its findings, or the level of the whole diff if no other changeset has it", () => {
  const operation = (maximum: number, description: string): object =>
    documentWith({ description, parameters: [{ name: "n", in: "query", schema: { type: "integer", maximum } }] });
  const { documents } = diffOf(operation(9, "A."), operation(8, "B."));
  const [diff] = documents as [ContractDiff["documents"][number]];
  const { content: both = "" } = proposeChangeset(diff, [], "0.1.0") ?? {};
  expect(both).toContain('"@crm-platform/types": minor\n');
  const claiming = (text: string, level: "patch" | "minor"): Changeset => ({
    file: "a.md",
    claims: new Map([["@crm-platform/types", level]]),
    text,
  });
  const breakOnly = both.replace(/^.*description changed.*\n/m, "");
  expect(proposeChangeset(diff, [claiming(breakOnly, "minor")], "0.1.0")?.content).toContain('"@crm-platform/types": patch\n');
  expect(proposeChangeset(diff, [claiming(both, "patch")], "0.1.0")?.content).toContain('"@crm-platform/types": minor\n');
  expect(proposeChangeset(diff, [claiming(both, "minor")], "0.1.0")).toBeUndefined();
});

const thing = { $ref: "#/components/schemas/Thing" };
const returningThing = { responses: { "200": { description: "x", content: { "application/json": { schema: thing } } } } };

test("a changeset that names a new operation covers the types that only this operation uses", () => {
  const before = { ...documentWith({}), paths: {} };
  const { documents } = diffOf(before, documentWith(returningThing, { components: { schemas: { Thing: { type: "object" } } } }));
  const [diff] = documents as [ContractDiff["documents"][number]];
  const byHand = (text: string): Changeset => ({ file: "a.md", claims: new Map([["@crm-platform/types", "minor"]]), text });
  expect(proposeChangeset(diff, [byHand("`a.post` posts it.")], "0.1.0")).toBeUndefined();
  expect(proposeChangeset(diff, [byHand("`a.list` lists it.")], "0.1.0")?.content).toContain("The operation was added");
});

test("a shared part is reported once, with the operations that use it", () => {
  const document = (properties: object): object => {
    const operation = (operationId: string): object => ({ get: { operationId, tags: ["a"], security: [], ...returningThing } });
    const components = { schemas: { Thing: { type: "object", properties } } };
    return { ...documentWith({}, { components }), paths: { "/a": operation("a.get"), "/b": operation("b.get") } };
  };
  const diff = diffOf(document({}), document({ more: { type: "string" } }));
  expect(report(diff, "text")).toContain(
    "  Thing, in responses of a.get, b.get\n    new     field more: the field was added to responses. (field-added)\n",
  );
  expect(report(diff, "markdown")).toContain(
    "- `Thing`, in responses of `a.get`, `b.get`\n  - new: `field more`: the field was added to responses.\n",
  );
});
