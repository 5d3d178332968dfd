import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { hostileDocument, hostileText } from "../../tests/pipeline/documents.ts";
import { type Changeset, proposeChangeset } from "../changesets/changesets.ts";
import { compareDocuments } from "../compare/compare.ts";
import type { ContractDiff } from "../verdict/contractDiff.ts";
import { report } from "../verdict/report.ts";

async function diffOf(before: object, after: object): Promise<ContractDiff> {
  const findings = await compareDocuments(before as Document, after as Document);
  const documents = [{ document: "platform", findings, level: "minor", packages: ["@crm-platform/types"] }] as const;
  return { base: "spec/released", version: "0.1.0", documents, signatures: [], level: "minor" };
}

/** What is left of Markdown without what is code in it. */
function outsideOfCode(markdown: string): string {
  return markdown.replace(/`[^`]*`/g, "");
}

test("text of a document stays text: in a terminal, in Markdown and in a changeset", async () => {
  const hostile = hostileDocument() as { info: object; paths: object; components: object };
  const bare = { ...hostile, paths: {}, components: {} };
  const shorter = JSON.parse(JSON.stringify(hostile).replaceAll('"required":[', '"minProperties":7,"required":[')) as object;
  for (const [before, after] of [
    [hostile, bare],
    [bare, hostile],
    [hostile, shorter],
  ] as const) {
    const diff = await diffOf(before, after);
    const findings = diff.documents[0]?.findings ?? [];
    expect(findings.length).toBeGreaterThanOrEqual(hostileText.length);
    const text = report(diff, "text");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    const subjects = new Set(findings.map(({ subject }) => subject)).size;
    const changeset = proposeChangeset(diff.documents[0] as ContractDiff["documents"][number], [], "0.1.0")?.content ?? "";
    for (const markdown of [report(diff, "markdown"), changeset]) {
      // A line for each subject and each finding: no text has made one of its own.
      expect(markdown.split("\n").filter((line) => /^ *- /.test(line))).toHaveLength(subjects + findings.length);
      expect(outsideOfCode(markdown)).not.toMatch(/[<>[\]{}|\\$`]/);
    }
    expect(changeset.match(/^---$/gm)).toHaveLength(2);
    expect(JSON.parse(report(diff, "json"))).toEqual(JSON.parse(JSON.stringify(diff)));
  }
});

test("a name cannot leave the code that it stands in", async () => {
  const named = (name: string): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "0.1.0" },
    paths: {
      "/a": {
        post: {
          operationId: "a.post",
          tags: ["a"],
          security: [],
          requestBody: { content: { "application/json": { schema: { type: "object", properties: { [name]: { type: "string" } } } } } },
          responses: {},
        },
      },
    },
  });
  const markdown = report(await diffOf(named("plain"), named("a` <b>bold</b> `c")), "markdown");
  expect(markdown).toContain("bold");
  expect(outsideOfCode(markdown)).not.toContain("bold");
});

test("two long values that begin alike are told apart, so that accepting one break accepts no other", async () => {
  const limited = (pattern: string): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "0.1.0" },
    paths: {
      "/a": {
        get: {
          operationId: "a.get",
          tags: ["a"],
          security: [],
          parameters: [{ name: "q", in: "query", schema: { type: "string", pattern } }],
          responses: {},
        },
      },
    },
  });
  const long = "^[a-z]".repeat(20);
  const messages = await Promise.all(
    [`${long}a$`, `${long}b$`].map(async (pattern) => (await diffOf(limited(long), limited(pattern))).documents[0]?.findings[0]?.message),
  );
  expect(messages[0]).toContain("…");
  expect(messages[0]).not.toBe(messages[1]);
});

test("evidence that is less sure is not told as something new", async () => {
  const document = (grade: string): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "0.1.0" },
    paths: { "/a": { get: { operationId: "a.get", tags: ["a"], security: [], responses: {}, "x-evidence": { grade, note: "A." } } } },
  });
  const lowered = report(await diffOf(document("documented"), document("assumed")), "text");
  expect(lowered).toContain("    less sure  Its evidence is `assumed` now, was `documented`: less certain. (evidence-lowered)\n");
  expect(lowered).toContain("0 breaks, 0 new, 0 in texts, 1 less sure.");
  const raised = await diffOf(document("assumed"), document("documented"));
  expect(report(raised, "markdown")).toContain("  - surer: Its evidence is `documented` now, was `assumed`: more certain.\n");
});

test("a changeset claims what it tells of, and the level of the whole where nothing claims that", async () => {
  const operation = (maximum: number, description: string): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "0.1.0" },
    paths: {
      "/a": {
        get: {
          operationId: "a.get",
          description,
          parameters: [{ name: "n", in: "query", schema: { type: "integer", maximum } }],
          responses: { "200": { description: "x" } },
        },
      },
    },
  });
  const { documents } = await diffOf(operation(9, "A."), operation(8, "B."));
  const [diff] = documents as [ContractDiff["documents"][number]];
  const { content: both = "" } = proposeChangeset(diff, [], "0.1.0") ?? {};
  expect(both).toContain('"@crm-platform/types": minor\n');
  const saying = (text: string, level: "patch" | "minor"): Changeset => ({
    file: "a.md",
    claims: new Map([["@crm-platform/types", level]]),
    text,
  });
  const breakOnly = both.replace(/^.*description changed.*\n/m, "");
  expect(proposeChangeset(diff, [saying(breakOnly, "minor")], "0.1.0")?.content).toContain('"@crm-platform/types": patch\n');
  expect(proposeChangeset(diff, [saying(both, "patch")], "0.1.0")?.content).toContain('"@crm-platform/types": minor\n');
  expect(proposeChangeset(diff, [saying(both, "minor")], "0.1.0")).toBeUndefined();
});

test("a new operation that a changeset names is said, with the types that it alone has", async () => {
  const schema = { $ref: "#/components/schemas/Thing" };
  const paths = {
    "/a": {
      get: {
        operationId: "a.get",
        summary: "Get it",
        tags: ["a"],
        responses: { "200": { description: "x", content: { "application/json": { schema } } } },
      },
    },
  };
  const document = { openapi: "3.1.0", info: { title: "A", version: "0.1.0" }, paths: {} };
  const { documents } = await diffOf(document, { ...document, paths, components: { schemas: { Thing: { type: "object" } } } });
  const [diff] = documents as [ContractDiff["documents"][number]];
  const byHand = (text: string): Changeset => ({ file: "a.md", claims: new Map([["@crm-platform/types", "minor"]]), text });
  expect(proposeChangeset(diff, [byHand("`a.get` gets it.")], "0.1.0")).toBeUndefined();
  expect(proposeChangeset(diff, [byHand("`a.list` lists it.")], "0.1.0")?.content).toContain("The operation is new");
});

test("a shared part is told once, with what it is in", async () => {
  const schema = { $ref: "#/components/schemas/Thing" };
  const operation = (operationId: string): object => ({
    get: {
      operationId,
      tags: ["a"],
      security: [],
      responses: { "200": { description: "x", content: { "application/json": { schema } } } },
    },
  });
  const document = (properties: object): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "0.1.0" },
    paths: { "/a": operation("a.get"), "/b": operation("b.get") },
    components: { schemas: { Thing: { type: "object", properties } } },
  });
  const diff = await diffOf(document({}), document({ more: { type: "string" } }));
  expect(report(diff, "text")).toContain(
    "  Thing, in responses of a.get, b.get\n    new     field more: responses have it now. (field-added)\n",
  );
  expect(report(diff, "markdown")).toContain(
    "- `Thing`, in responses of `a.get`, `b.get`\n  - new: `field more`: responses have it now.\n",
  );
});
