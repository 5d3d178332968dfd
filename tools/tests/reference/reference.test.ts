import { createClient } from "@crm-platform/client";
import { associationTypes, behaviors, fidelity, operationTable, scopes, sunsetInterfaces } from "@crm-platform/types";
import { describe, expect, test } from "vitest";
import { pageOfOperation } from "../../../packages/mock/src/web/operationPage.ts";
import { lookUp } from "../../openapi/resolve.ts";
import { readFacts } from "../../reference/facts.ts";
import { prose, twinOf } from "../../reference/markdown.ts";
import { groups } from "../../reference/navigation.ts";
import { root } from "../workspace.ts";
import { coveredSections } from "./referenceSections.ts";
import { allOf, deadLinks, files, htmlFiles, read, textOf } from "./referenceSite.ts";

const ids = Object.keys(operationTable);
const areas = [...new Set(Object.values(operationTable).map(({ area }) => area))];
const pageOf = (id: string): string => read(`${pageOfOperation(id)}.html`);
const twinOfOperation = (id: string): string => read(`${pageOfOperation(id)}.md`);

describe("every page", () => {
  test("exists: guides, operations, areas, properties, fidelity and the lists", () => {
    const expected = [
      ...Object.values(groups).flatMap((names) => names.map((name) => `${name}.html`)),
      ...ids.map((id) => `${pageOfOperation(id)}.html`),
      ...areas.map((area) => `operations/${area}/index.html`),
      ...[...areas, "shared"].map((area) => `fidelity/${area}.html`),
      "properties/contacts.html",
    ];
    expect(expected.filter((file) => !htmlFiles.includes(file))).toEqual([]);
  });

  test("the overview shows a first test and all areas", () => {
    const overview = read("index.html");
    expect(textOf(overview)).toContain('test("a deal can be won"');
    expect(allOf(overview, /href="\.\/operations\/(\w+)\/(?:index\.html)?"/g)).toEqual(expect.arrayContaining(areas));
  });

  test("has one h1, a title, a language, a description, and unique anchors", () => {
    for (const file of htmlFiles) {
      const html = read(file);
      expect(allOf(html, /<h1[ >](.+?)<\/h1>/g), file).toHaveLength(1);
      for (const part of [/^<!DOCTYPE html>\s*<html lang="en"/, /<title>.+ – CRM Platform reference<\/title>/]) {
        expect(part.test(html), `${file}: ${part}`).toBe(true);
      }
      expect(allOf(html, /<meta name="description" content="([^"]{20,})"/g), file).toHaveLength(1);
      const anchors = allOf(html, / id="([^"]+)"/g);
      expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
    }
  });

  test("has no inline script or style, and loads nothing from other hosts", () => {
    for (const file of htmlFiles) {
      const html = read(file);
      expect(allOf(html, /(<script(?![^>]* src=)[^>]*>|<style|<[^>]+ (?:style|on\w+)=)/g), file).toEqual([]);
      const loaded = allOf(html, /<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g);
      expect(loaded.length, file).toBeGreaterThan(3);
      expect(deadLinks(file, loaded), file).toEqual([]);
    }
  });

  test("has no dead links", () => {
    for (const file of htmlFiles) {
      const links = allOf(read(file), /<a [^>]*?href="([^"]+)"/g).map((link) => link.replaceAll("&amp;", "&"));
      expect(links.length, file).toBeGreaterThan(10);
      const external = links.filter((link) => /^[a-z]+:/.test(link));
      expect(external.filter((link) => !/^(https:\/|http:\/\/127\.0\.0\.1:4010)\//.test(link))).toEqual([]);
      const internal = links.filter((link) => !external.includes(link));
      expect(deadLinks(file, internal), file).toEqual([]);
    }
  });

  test("has a Markdown twin, without markup for browsers and without dead links", () => {
    for (const page of htmlFiles) {
      const file = page.replace(/\.html$/, ".md");
      expect(files).toContain(file);
      const markdown = read(file).replaceAll(/^( *)```.*?^\1```/gms, "");
      expect(markdown, file).toMatch(/^##? /);
      expect(allOf(markdown, /^(.*(?:\[object |, here ).*)$/gm), file).toEqual([]);
      expect(allOf(markdown, /^\s*(:::|<\/?(?:div|details|span)\b.*)/gm), file).toEqual([]);
      expect(deadLinks(file, allOf(markdown, /\]\(((?!https?:)[^)\s]+\.md)[^)]*\)/g)), file).toEqual([]);
      // Rows have anchors only in HTML.
      expect(allOf(markdown, /(\]\([^)]*(?:fidelity|properties)\/\w+\.md#)/g), file).toEqual([]);
    }
  });
});

describe("the platform's description", () => {
  test.each(coveredSections)("$section is covered", ({ places: [first = "", ...others], says }) => {
    expect(deadLinks("index.html", [first, ...others])).toEqual([]);
    const [file = "", anchor = ""] = first.split("#");
    const html = read(file);
    const section = anchor === "" ? html : (html.slice(html.indexOf(` id="${anchor}"`)).split(/<h2/)[0] ?? "");
    expect(textOf(section)).toContain(says);
  });
});

describe("the tables", () => {
  test("have a row for each evidence mark and each rule of behavior", () => {
    const rows = [...areas, "shared"].map((area) => allOf(read(`fidelity/${area}.html`), /<tr>.*?class="grade (\w+)"/gs).length);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(fidelity.length + behaviors.length);
    const meetings = read("fidelity/meetings.html");
    expect(meetings).toContain("MeetingBatchReadInput");
    expect(meetings).not.toContain("tickets.archive");
  });

  test("have a row for each scope, error category, deprecated operation and sunset interface", async () => {
    const { document } = await readFacts(root);
    const oauthErrors = lookUp(document, "#/components/responses/OAuthError/content/application~1json/examples");
    const rows = (file: string, heading: string) => {
      const [, table = expect.fail(heading)] = read(file).trimEnd().split(`\n| ${heading} |`);
      return (table.split("\n\n")[0] ?? "").split("\n").length - 2;
    };
    expect(rows("scopes.md", "Scope")).toBe(Object.keys(scopes).length);
    const categories = new Set(JSON.stringify(lookUp(document, "#/components/responses")).match(/"category":"\w+"/g)).size;
    expect(rows("errors.md", "Category")).toBe(categories);
    expect(allOf(read("error-index.md"), /^## (.*)/gm)).toHaveLength(categories);
    expect(rows("errors.md", "status")).toBe(Object.keys(oauthErrors).length);
    expect(rows("transactional-email.md", "sendResult")).toBe(10);
    expect(rows("deprecations.md", "Operation")).toBe(Object.values(operationTable).filter(({ deprecated }) => deprecated).length);
    expect(rows("deprecations.md", "Interface")).toBe(sunsetInterfaces.length);
    expect(rows("associations.md", "Id")).toBe(associationTypes.length);
    const operationsIn = (...own: readonly string[]) => Object.values(operationTable).filter(({ area }) => own.includes(area)).length;
    const dated = [
      "records",
      "meetings",
      "tickets",
      "properties",
      "pipelines",
      "eventDefinitions",
      "eventOccurrences",
      "owners",
      "account",
      "objectSchemas",
      "lists",
      "webhooks",
      "domains",
    ];
    expect(rows("versioning.md", "Interface | Paths that begin with, oldest first")).toBe(17);
    expect(rows("versioning.md", "In v3")).toBe(operationsIn(...dated, "oauth", "transactionalEmail", "smtpTokens"));
    expect(rows("versioning.md", "In v4")).toBe(operationsIn("associations", "transactionalEmail"));
    expect(rows("versioning.md", "In 2025-09")).toBe(operationsIn(...dated, "associations", "transactionalEmail"));
  });
});

test("the guide states the number of fields of a page", async () => {
  const { document } = await readFacts(root);
  const fields = Object.keys(document.components?.schemas?.["Page"]?.properties ?? {});
  expect(read("content.md")).toContain(`A page has ${fields.length} fields.`);
});

test("escapes HTML in texts of the document", () => {
  expect(prose("<img src=x onerror=alert(1)> and `<b>` {{ 1 }}")).toBe("\\<img src=x onerror=alert(1)> and `<b>` {\u200b{ 1 }}");
});

test("a twin has relative links, and labels instead of tabs", () => {
  const page = '---\na: 1\n---\n\n# A\n\n<div class="b">\n\n::: code-group\n\n```sh [curl]\nx\n```\n\n:::\n\n</div>\n\n[B](/c/d.md)\n';
  expect(twinOf("e/f.md", page)).toBe("# A\n\ncurl:\n\n```sh\nx\n```\n\n[B](../c/d.md)\n");
});

describe("the page of each operation", () => {
  test("begins with method, path and the call in the client", () => {
    const client = createClient({ accessToken: "unused" }) as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
    for (const [id, { area, name, method, path, scopes: own }] of Object.entries(operationTable)) {
      const twin = twinOfOperation(id);
      expect(twin).toContain(`\`\`\`http\n${method} ${path}\n\`\`\``);
      const [, argumentList = ""] = twin.match(new RegExp(`^client\\.${id.replace(".", "\\.")}\\((.*)\\)$`, "m")) ?? expect.fail(id);
      // Each method has one more parameter, the options.
      const names = argumentList === "" ? [] : argumentList.split(", ");
      expect(names, id).toHaveLength((client[area]?.[name]?.length ?? 0) - 1);
      expect(own.filter((scope) => !twin.includes(scope))).toEqual([]);
    }
  });

  test("has samples in curl and TypeScript, and the sunset date of a deprecated operation", () => {
    for (const id of ids) {
      expect(twinOfOperation(id), id).toMatch(/^curl:\n\n```sh\n/m);
      expect(twinOfOperation(id), id).toMatch(/^TypeScript:\n\n```ts\n/m);
    }
    const ended = ids.filter((id) => twinOfOperation(id).includes("**Deprecated.** It ends on 16 February 2027"));
    expect(ended).toHaveLength(4);
  });

  test("lists the paths in other versions, with their end dates and differences", () => {
    expect(twinOfOperation("records.list")).toContain("| v3 | `GET /crm/v3/objects/{objectType}` | 1 September 2027 |");
    expect(twinOfOperation("associations.batchArchive")).toContain("30 March 2027 | Status 204 instead of 200, without a body |");
  });

  test("links to the operation in Redoc", () => {
    expect(pageOf("meetings.batchRead")).toContain('href="../../redoc/index.html#/meetings/meetings.batchread"');
  });

  test("uses only environment variables that the first guide explains", () => {
    const variables = new Set(ids.flatMap((id) => allOf(twinOfOperation(id), /(CRM_PLATFORM_[A-Z]+)/g)));
    expect([...variables].toSorted()).toEqual(["CRM_PLATFORM_TOKEN", "CRM_PLATFORM_URL"]);
    for (const variable of variables) expect(read("getting-started.md")).toContain(`export ${variable}=`);
  });
});
