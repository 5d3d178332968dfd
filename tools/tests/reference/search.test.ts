import MiniSearch from "minisearch";
import { beforeAll, expect, test } from "vitest";
import { pageOfOperation } from "../../../packages/mock/src/web/operationPage.ts";
import { searchBoxOptions, searchOptions } from "../../reference/searchOptions.ts";
import { deadLinks, files, read } from "./referenceSite.ts";

let index: MiniSearch;
beforeAll(() => {
  const file = files.find((one) => one.includes("@localSearchIndex")) ?? expect.fail("The search index is missing.");
  const [, literal = ""] = /(?:=|default)\s*([`'"].*[`'"])\s*(?:;|,|$)/s.exec(read(file).replace(/;?export\s*\{.*$/s, "")) ?? [];
  // The script contains the JSON of the index as a string in one of three notations.
  const json = new Function(`return ${literal}`)() as string;
  index = MiniSearch.loadJSON(json, {
    ...searchOptions,
    searchOptions: searchBoxOptions,
  });
});

const operation = (id: string): string => pageOfOperation(id);

test.each([
  ["create contact", operation("records.create")],
  ["find contact by email", operation("records.search")],
  ["how do I find a contact by email", operation("records.search")],
  ["delete contact", operation("records.archive")],
  ["merge contacts", operation("records.mergeContacts")],
  ["archive a ticket", operation("tickets.archive")],
  ["records.create", operation("records.create")],
  ["records.batchUpsert", operation("records.batchUpsert")],
  ["batch upsert", operation("records.batchUpsert")],
  ["list owners", operation("owners.list")],
  ["/crm/v3/objects/contacts", operation("records.list")],
  ["/crm/v3/objects/contacts/search", operation("records.search")],
  ["/crm/v4/associations/contacts/companies/labels", operation("associations.listLabels")],
  ["/oauth/v1/token", operation("oauthV1.createToken")],
  ["dealname", "properties/deals"],
  ["lifecyclestage", "properties/contacts"],
  ["hs_lead_status", "properties/contacts"],
  ["VALIDATION_ERROR", "error-index"],
  ["RATE_LIMITS", "error-index"],
  ["MISSING_SCOPES", "error-index"],
  ["BAD_REFRESH_TOKEN", "errors"],
  ["crm.objects.contacts.read", "scopes"],
  ["rate limit", "limits"],
  ["search limit", "limits"],
  ["backoff", "errors"],
  ["refresh token", "authentication"],
  ["install url", "authentication"],
  ["pkce", "authentication"],
  ["207", "batches"],
  ["pagination", "pagination"],
  ["paginaton", "pagination"],
  ["webhook signature", "webhooks"],
  ["recycling bin", "records"],
  ["custom objects", "custom-objects"],
  ["contact_to_company", "associations"],
  ["asociation labels", "associations"],
  ["marketing calendar", "deprecations"],
  ["hs_browser", "custom-events"],
  ["freeze the clock", "clock"],
  ["lost response", "faults"],
  ["vitest", "test-runners"],
  ["changelog", "changelog"],
  ["openapi document", "downloads"],
])("%s finds %s first", (words, page) => {
  const [first] = index.search(words);
  expect(String(first?.id).replace(/\.html.*|#.*/, "")).toBe(`/${page}`);
});

test("finds only pages and sections that exist", () => {
  const links = index.search(MiniSearch.wildcard).map(({ id }) => String(id).slice(1));
  expect(links.length).toBeGreaterThan(400);
  expect(deadLinks("index.html", links)).toEqual([]);
});
