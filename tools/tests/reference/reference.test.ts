import { createHash } from "node:crypto";
import { createClient } from "@crm-platform/client";
import { behaviors, fidelity, operationTable, scopes, sunsetInterfaces } from "@crm-platform/types";
import { beforeAll, describe, expect, test } from "vitest";
import { lookUp } from "../../openapi/resolve.ts";
import { readFacts } from "../../reference/facts.ts";
import { highlight } from "../../reference/highlight.ts";
import { pages } from "../../reference/pages.ts";
import type { Site } from "../../reference/site.tsx";
import { Prose } from "../../reference/tables/table.tsx";
import { root } from "../workspace.ts";
import { coveredSections } from "./referenceSections.ts";
import { allOf, areas, builtSite, deadLinks, ids, ownPages, textOf } from "./referenceSite.ts";

const files = pages.map(({ file }) => file);

let site: Site;
beforeAll(async () => {
  site = await builtSite();
});

describe("every page", () => {
  test("exists, with scripts and styles", () => {
    const others = ["api.html.gz", "api.policy.txt", "site.js", "search-index.js", "style.css", "reference.css", "api.css", "icon.svg"];
    expect([...site.keys()].toSorted()).toEqual([...files, ...others].toSorted());
  });

  test.each(ownPages)("%s has one h1, a title, a language, a description and unique anchors", (file) => {
    const html = textOf(site, file);
    expect(allOf(html, /<h1>(.+?)<\/h1>/g)).toHaveLength(1);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toMatch(/<title>.+ – CRM Platform reference<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    const anchors = allOf(html, / id="([^"]+)"/g);
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  test.each(ownPages)("%s has no inline script or style, and loads nothing from other hosts", (file) => {
    const html = textOf(site, file);
    expect(allOf(html, /(<script(?![^>]* src=)[^>]*>|<style|<[^>]+ (?:style|on\w+)=)/g)).toEqual([]);
    expect(allOf(html, /<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g).filter((address) => !site.has(address))).toEqual([]);
  });

  test.each(ownPages)("%s has no dead links", (file) => {
    const links = allOf(textOf(site, file), /<a [^>]*?href="([^"]+)"/g).map((link) => link.replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(10);
    const external = links.filter((link) => /^[a-z]+:/.test(link));
    expect(external.filter((link) => !/^(https:\/|http:\/\/127\.0\.0\.1:4010)\//.test(link))).toEqual([]);
    expect(
      deadLinks(
        site,
        file,
        links.filter((link) => !external.includes(link)),
      ),
    ).toEqual([]);
  });
});

describe("the platform's description", () => {
  test.each(coveredSections)("$section is covered", ({ places: [first = "", ...others], says }) => {
    expect(deadLinks(site, "index.html", [first, ...others])).toEqual([]);
    const [file = "", anchor = ""] = first.split("#");
    const html = textOf(site, file);
    const section = html.slice(html.indexOf(` id="${anchor}"`)).split(/<h2/)[0] ?? "";
    const words = section
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
    expect(words).toContain(says);
  });
});

describe("the tables", () => {
  test("have a row for each evidence mark and each rule of behavior, below the anchor of its area", () => {
    const html = textOf(site, "fidelity.html");
    expect(allOf(html, /<tr[^>]* data-grade="(\w+)"/g)).toHaveLength(fidelity.length + behaviors.length);
    expect(
      deadLinks(
        site,
        "fidelity.html",
        [...areas, "shared"].map((area) => `#area-${area}`),
      ),
    ).toEqual([]);
    const [meetings = ""] = html.split('id="area-meetings"')[1]?.split("<h2") ?? [];
    expect(meetings).toContain("MeetingBatchReadInput");
    expect(meetings).not.toContain("tickets.archive");
  });

  test("have a row for each scope, error category, deprecated operation and sunset interface", async () => {
    const { document } = await readFacts(root);
    const oauthErrors = lookUp(document, "#/components/responses/OAuthError/content/application~1json/examples");
    const rows = (file: string, prefix: string) => textOf(site, file).split(`<tr id="${prefix}-`).length - 1;
    expect(rows("authentication.html", "scope")).toBe(Object.keys(scopes).length);
    const categories = JSON.stringify(lookUp(document, "#/components/responses")).match(/"category":"\w+"/g);
    expect(rows("errors.html", "category")).toBe(new Set(categories).size);
    expect(rows("errors.html", "oauth")).toBe(Object.keys(oauthErrors).length);
    expect(rows("transactional-email.html", "send")).toBe(10);
    expect(rows("deprecations.html", "deprecated")).toBe(Object.values(operationTable).filter(({ deprecated }) => deprecated).length);
    expect(rows("deprecations.html", "sunset")).toBe(sunsetInterfaces.length);
    expect(rows("associations.html", "association-type")).toBe(100);
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
    expect(rows("versioning.html", "version")).toBe(17);
    expect(rows("versioning.html", "from-v3")).toBe(operationsIn(...dated, "oauth", "transactionalEmail", "smtpTokens"));
    expect(rows("versioning.html", "from-v4")).toBe(operationsIn("associations", "transactionalEmail"));
    expect(rows("versioning.html", "from-2025-09")).toBe(operationsIn(...dated, "associations", "transactionalEmail"));
  });
});

test("the guide states the number of fields of a page", async () => {
  const { document } = await readFacts(root);
  const fields = Object.keys(document.components?.schemas?.["Page"]?.properties ?? {});
  expect(textOf(site, "content.html")).toContain(`A page has ${fields.length} fields.`);
});

test("escapes text of the document", async () => {
  const hostile = '<img src=x onerror=alert(1)> and `<b>` & "quotes"';
  const prose = String(await Prose({ text: hostile }));
  expect(prose).toBe("&lt;img src=x onerror=alert(1)&gt; and <code>&lt;b&gt;</code> &amp; &quot;quotes&quot;");
  expect(highlight('curl "<b>" # </pre>', "sh")).toBe(
    'curl <span class="string">&quot;&lt;b&gt;&quot;</span> <span class="comment"># &lt;/pre&gt;</span>',
  );
});

describe("the API page", () => {
  test("allows only its own scripts, by their hashes", () => {
    const html = textOf(site, "api.html");
    const [policy = ""] = allOf(html, /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/g);
    expect(textOf(site, "api.policy.txt")).toBe(`${policy}; frame-ancestors 'none'`);
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
    const last = html.slice(html.lastIndexOf('<script type="module">') + '<script type="module">'.length, html.lastIndexOf("</script>"));
    expect(policy).toContain(`'sha256-${createHash("sha256").update(last).digest("base64")}'`);
  });

  test("begins each description with method, path and the call in the client", () => {
    const [, data = ""] = textOf(site, "api.html").match(/<script type="application\/json" id="openapi">(.*?)<\/script>/s) ?? [];
    const { paths } = JSON.parse(data) as { paths: Record<string, Record<string, { description: string }>> };
    const client = createClient({ accessToken: "unused" }) as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
    for (const [id, { area, name, method, path, scopes }] of Object.entries(operationTable)) {
      const [first, call = "", scope] = paths[path]?.[method.toLowerCase()]?.description.split("\n\n") ?? [];
      expect(first).toBe(`\`${method} ${path}\``);
      const [, argumentList = ""] = call.match(new RegExp(`^\`client\\.${id.replace(".", "\\.")}\\((.*)\\)\`$`)) ?? expect.fail(call);
      // Each method has one more parameter, the options.
      const names = argumentList === "" ? [] : argumentList.split(", ");
      expect(names, id).toHaveLength((client[area]?.[name]?.length ?? 0) - 1);
      if (scopes.length === 1) expect(scope).toBe(`Scope: \`${scopes[0]}\``);
    }
  });

  test("has samples in curl and TypeScript for each operation, and the sunset date of deprecated operations", () => {
    const html = textOf(site, "api.html");
    for (const language of ["curl", "TypeScript"]) expect(html.split(`"label":"${language}"`)).toHaveLength(ids.length + 1);
    expect(html.split("**Deprecated.** It ends on 2027-02-16")).toHaveLength(5);
  });

  test("lists the paths in other versions, with their end dates and differences", () => {
    const html = textOf(site, "api.html");
    expect(html).toContain("- v3: `GET /crm/v3/objects/{objectType}` (ends on 2027-09-01)\\n- 2025-09: ");
    expect(html).toContain("(ends on 2027-03-30; Status 204 instead of 200, without a body)");
  });

  test("explains the environment variables of the samples", () => {
    const html = textOf(site, "api.html");
    const variables = new Set(allOf(html, /(CRM_PLATFORM_[A-Z]+)/g));
    expect([...variables].toSorted()).toEqual(["CRM_PLATFORM_TOKEN", "CRM_PLATFORM_URL"]);
    for (const page of [html, textOf(site, "getting-started.html").replaceAll(/<[^>]*>/g, "")]) {
      for (const variable of variables) expect(page).toContain(`export ${variable}=`);
    }
  });

  test("links to the guides, without dead links", () => {
    const links = allOf(textOf(site, "api.html"), /\]\(([\w-]+\.html[^)]*)\)/g);
    expect(links).toEqual(expect.arrayContaining(["getting-started.html", "deprecations.html", "authentication.html#scopes"]));
    expect(deadLinks(site, "api.html", links)).toEqual([]);
  });
});
