import MiniSearch from "minisearch";
import { beforeAll, expect, test } from "vitest";
import { pageOfOperation } from "../../../packages/mock/src/web/operationPage.ts";
import { searchBoxOptions, searchOptions } from "../../reference/searchOptions.ts";
import { allOf, deadLinks, files, read } from "./referenceSite.ts";

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
  ["/crm/v3/objects/products", operation("records.list")],
  ["/crm/v3/objects/line_items/batch/create", operation("records.batchCreate")],
  ["/crm/v3/objects/calls/search", operation("records.search")],
  ["/crm/v3/objects/contacts/123", operation("records.get")],
  ["/crm/objects/2026-03/{objectType}/{objectId}", operation("records.get")],
  ["https://api.example.com/crm/v3/objects/notes?limit=10", operation("records.list")],
  ["/crm/v4/associations/2-123/contacts/labels", operation("associations.listLabels")],
  ["create property", operation("properties.create")],
  ["list contacts", operation("records.list")],
  ["create task", operation("records.create")],
  ["first name", "properties/contacts"],
  ["email", "properties/contacts"],
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
  ["webhook retries", "webhooks"],
  ["retry webhook", "webhooks"],
  ["token lifetime", "authentication"],
  ["associate contact with company", "associations"],
  ["owners", operation("owners.list")],
  ["npm install", "getting-started"],
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

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const documents = files.filter((file) => /^openapi.*\.json$/.test(file)).map((file) => JSON.parse(read(file)) as Paths);
const pagesOfPath = new Map<string, Set<string>>();
for (const [path, item] of documents.flatMap(({ paths }) => Object.entries(paths))) {
  const pages = pagesOfPath.get(path) ?? new Set();
  for (const { operationId } of Object.values(item)) if (operationId) pages.add(`/${operation(operationId)}.html`);
  pagesOfPath.set(path, pages);
}

test("finds an operation by each of its paths, as a template and with values", () => {
  expect(pagesOfPath.size).toBeGreaterThan(100);
  const values: Readonly<Record<string, string>> = { objectType: "products", fromObjectType: "deals", toObjectType: "notes" };
  const misses = [...pagesOfPath].flatMap(([path, pages]) => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "123");
    return [path, address].flatMap((query) => {
      const [first] = index.search(query);
      return pages.has(String(first?.id).replace(/#.*/, "")) ? [] : [`${query} → ${first?.id}`];
    });
  });
  expect(misses).toEqual([]);
});

test.each(["contacts", "companies", "deals", "tickets"])("finds each property of %s by its name", (type) => {
  const names = allOf(read(`properties/${type}.html`), /<td><a id="([^"]+)"/g);
  expect(names.length).toBeGreaterThan(20);
  const misses = names.filter((name) => {
    const results = index.search(name).slice(0, 3);
    return !results.some(({ id }) => /^\/properties\/(?:contacts|companies|deals|tickets)\.html#/.test(id) && id.endsWith(`#${name}`));
  });
  expect(misses).toEqual([]);
});
