import { gzipSync } from "node:zlib";
import { operationTable } from "@crm-platform/types";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, test } from "vitest";
import { anchorOf } from "../../../packages/mock/src/web/operationAnchor.ts";
import type { Document } from "../../openapi/document.ts";
import { type Found, find, searchOptions } from "../../reference/browser/find.ts";
import { lookUp, readFacts } from "../../reference/facts.ts";
import { headingsOf, rowsOf } from "../../reference/searchRows.ts";
import { makeSite, type Site } from "../../reference/site.tsx";
import { root } from "../workspace.ts";
import { allOf, deadLinks, ids, ownPages, textOf } from "./referenceSite.ts";

/** The names of all fields and parameters that a part of the document leads to. */
function namesBelow(node: unknown, document: Document, visited: Set<string>): Set<string> {
  if (typeof node !== "object" || node === null) return new Set();
  const { $ref, properties, name, in: place, ...others } = node as Record<string, unknown>;
  if (typeof $ref === "string" && visited.has($ref)) return new Set();
  if (typeof $ref === "string") visited.add($ref);
  const parts = [...(typeof $ref === "string" ? [lookUp(document, $ref)] : []), ...Object.values(properties ?? {})];
  const isData = (key: string) => key === "example" || key === "examples" || key.startsWith("x-");
  for (const [key, part] of Object.entries(others)) if (!isData(key)) parts.push(part as object);
  const own = [...Object.keys(properties ?? {}), ...(typeof place === "string" ? [String(name)] : [])];
  return new Set([...own, ...parts.flatMap((part) => [...namesBelow(part, document, visited)])]);
}

describe("the search", () => {
  let site: Site;
  let index: MiniSearch;
  beforeAll(async () => {
    site = await makeSite(root);
    const [, json = ""] = /^globalThis\.searchIndex = (".*");\n$/s.exec(textOf(site, "search-index.js")) ?? [];
    index = MiniSearch.loadJSON(JSON.parse(json) as string, searchOptions);
  });
  const search = (words: string) => find(index, words);
  const hrefs = (words: string) => search(words).map(({ href }) => href);

  test("finds every operation by its id and by its path", () => {
    const missed = ids.filter((id) => search(id)[0]?.href !== `api.html${anchorOf(id)}`);
    expect(missed).toEqual([]);
    const byPath = Object.entries(operationTable).filter(([id, { path }]) =>
      search(path).every(({ href }) => href !== `api.html${anchorOf(id)}`),
    );
    expect(byPath).toEqual([]);
  });

  test.each([
    ["crm.objects.contacts.read", "authentication.html#scope-crm.objects.contacts.read"],
    ["MISSING_SCOPES", "errors.html#category-MISSING_SCOPES"],
    ["blocked domain", "transactional-email.html#send-BLOCKED_DOMAIN"],
    ["recycling bin", "meetings-and-tickets.html#the-recycling-bin"],
    ["NO_OBJECT", "custom-events.html#no_object"],
    ["paginaton", "pagination.html"],
  ])("finds %s", (words, href) => {
    expect(hrefs(words)).toContain(href);
  });

  test.each([
    ["hs_browser", "custom-events.html#event-property-hs_browser"],
    ["BAD_REFRESH_TOKEN", "errors.html#oauth-BAD_REFRESH_TOKEN"],
    ["marketing calendar", "deprecations.html#sunset-marketing-calendar"],
    ["contact_to_company", "associations.html#association-type-1"],
    ["association type 26", "associations.html#association-type-26"],
    ["MISSING_SCOPES", "errors.html#category-MISSING_SCOPES"],
    ["passwordHash", `api.html${anchorOf("smtpTokens.create")}`],
    ["portalId", `api.html${anchorOf("smtpTokens.list")}`],
    ["Retry-After", `api.html${anchorOf("meetings.batchRead")}`],
    ["pagination", "pagination.html"],
    ["archive a ticket", `api.html${anchorOf("tickets.archive")}`],
    ["recycling bin", "meetings-and-tickets.html#the-recycling-bin"],
    ["tickets", "api.html#/tickets"],
  ])("shows for %s first what is meant", (words, href) => {
    expect(hrefs(words)[0]).toBe(href);
  });

  test.each(ownPages)("finds every heading of %s and every row that has an anchor", (file) => {
    const html = textOf(site, file);
    const anchors = [...headingsOf(html), ...rowsOf(html)];
    const missed = anchors.filter(({ anchor, cells: [name = ""] }) => {
      // A table that several guides show is found in one of them.
      return !hrefs(name).some((href) => href.endsWith(`#${anchor}`));
    });
    expect(missed).toEqual([]);
    expect(anchors).toHaveLength(allOf(html, /(<(?:tr|h2|h3) id=)/g).length);
  });

  test("finds every field and every parameter of every operation", async () => {
    const { document, operations } = await readFacts(root);
    const names = new Map(operations.map(({ id, source }) => [id, namesBelow(source, document, new Set())] as const));
    const missed = [...names].flatMap(([id, own]) =>
      [...own].filter((name) => search(name).every(({ title }) => title !== name)).map((name) => `${id}: ${name}`),
    );
    expect(missed).toEqual([]);
    expect(names.get("smtpTokens.create")).toContain("passwordHash");
    expect(names.get("pages.list")).toContain("created__range");
  });

  test("is small, and finds nothing for words that stand everywhere", () => {
    expect(gzipSync(textOf(site, "search-index.js")).length).toBeLessThan(150_000);
    expect(hrefs("the of")).toEqual([]);
  });

  test("leads nowhere but to what is there", () => {
    const everything = index.search(MiniSearch.wildcard) as unknown as Found[];
    expect(everything.length).toBeGreaterThan(150);
    expect(
      deadLinks(
        site,
        "index.html",
        everything.map(({ href }) => href),
      ),
    ).toEqual([]);
  });
});
