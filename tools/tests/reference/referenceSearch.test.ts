import { gzipSync } from "node:zlib";
import { operationTable } from "@crm-platform/types";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, test } from "vitest";
import { anchorOf } from "../../../packages/mock/src/web/operationAnchor.ts";
import { type Found, find, searchOptions } from "../../reference/browser/find.ts";
import type { Site } from "../../reference/site.tsx";
import { allOf, builtSite, deadLinks, ids, ownPages, textOf } from "./referenceSite.ts";

describe("the search", () => {
  let site: Site;
  let index: MiniSearch;
  beforeAll(async () => {
    site = await builtSite();
    const [, json = ""] = /^globalThis\.searchIndex = (".*");\n$/s.exec(textOf(site, "search-index.js")) ?? [];
    index = MiniSearch.loadJSON(JSON.parse(json) as string, searchOptions);
  });
  const hrefs = (words: string) => find(index, words).map(({ href }) => href);
  const hrefOf = (id: string) => `api.html${anchorOf(id)}`;

  test("ranks every operation first for its id, and finds it by its path", () => {
    expect(ids.filter((id) => hrefs(id)[0] !== hrefOf(id))).toEqual([]);
    expect(ids.filter((id) => !hrefs(operationTable[id as keyof typeof operationTable].path).includes(hrefOf(id)))).toEqual([]);
  });

  test.each([
    ["crm.objects.contacts.read", "authentication.html#scope-crm.objects.contacts.read"],
    ["blocked domain", "transactional-email.html#send-BLOCKED_DOMAIN"],
    ["NO_OBJECT", "custom-events.html#no_object"],
    ["paginaton", "pagination.html"],
    ["passwordHash", hrefOf("smtpTokensV1.create")],
    ["created__range", hrefOf("pages.list")],
    ["archivedAt", hrefOf("meetings.batchRead")],
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
    ["pagination", "pagination.html"],
    ["archive a ticket", hrefOf("tickets.archive")],
    ["recycling bin", "records.html#the-recycling-bin"],
    ["tickets", "api.html#/tickets"],
  ])("ranks the best match for %s first", (words, href) => {
    expect(hrefs(words)[0]).toBe(href);
  });

  test("contains every heading and every table row with an anchor, and no dead links", () => {
    const indexed = (index.search(MiniSearch.wildcard) as unknown as Found[]).map(({ href }) => href);
    const anchors = new Set(indexed.map((href) => href.split("#")[1]));
    const expected = ownPages.flatMap((file) => allOf(textOf(site, file), /<(?:tr|h2|h3) id="([^"]+)"/g));
    expect(expected.length).toBeGreaterThan(150);
    expect(expected.filter((anchor) => !anchors.has(anchor))).toEqual([]);
    expect(deadLinks(site, "index.html", indexed)).toEqual([]);
  });

  test("is small, and ignores stop words", () => {
    expect(gzipSync(textOf(site, "search-index.js")).length).toBeLessThan(350_000);
    expect(hrefs("the of")).toEqual([]);
  });
});
