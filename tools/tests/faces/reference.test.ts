import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { anchorOf } from "../../../packages/mock/src/web/operationAnchor.ts";
import { accessibilityProblems } from "../../browser/axe.ts";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { usualAddress } from "../../reference/usualAddress.ts";
import { referencePages } from "./pages.ts";
import { type Visitor, visit } from "./visitor.ts";

let visitor: Visitor;
beforeAll(async () => {
  if (hasBrowser) visitor = await visit();
});
afterAll(() => visitor?.close());

async function newPage(options: Parameters<Visitor["context"]>[0] = {}): Promise<Page> {
  const context = await visitor.context(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

/** The texts of a page that name an address on this machine, as people see or copy them. */
async function addressesOn(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("script")) texts.push(walker.currentNode.nodeValue);
    return [...texts, ...[...document.links].map(({ href }) => href)];
  })()`)) as string[];
  return texts.flatMap((text) => text.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []);
}

// The mock of the test has a port of its own, as that of somebody whose usual one is taken.
describe.skipIf(!hasBrowser)("the reference of a mock at another port", () => {
  test("names the address of this mock, in every example, sentence and link", async () => {
    const page = await newPage();
    const found: Record<string, string[]> = {};
    const operation = `/docs/api.html${anchorOf("domains.list")}`;
    for (const path of [operation, ...Object.values(await referencePages())]) {
      await page.goto(visitor.url + path);
      // Redoc makes this text, and what its button copies, of the document that it got.
      if (path === operation) await page.getByText(`${visitor.url}/cos-domains/v1/domains`, { exact: true }).waitFor({ state: "attached" });
      const addresses = await addressesOn(page);
      found[path] = addresses.filter((address) => address !== visitor.url);
      if (/getting-started|api\.html$|docs\/$/.test(path)) expect(addresses, path).toContain(visitor.url);
    }
    expect(Object.entries(found).filter(([, others]) => others.length > 0)).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  test("says without a script which address it means", async () => {
    const page = await newPage({ javaScript: false });
    for (const path of ["/docs/", "/docs/getting-started.html", "/docs/api.html"]) {
      await page.goto(visitor.url + path);
      const note = page.locator("noscript");
      expect(await note.isVisible(), path).toBe(true);
      expect(await note.textContent(), path).toContain(usualAddress);
    }
  });
});

describe.skipIf(!hasBrowser)("the page of the API", () => {
  const section = '[id="meetings/meetings.batchread"]';

  async function openOperation(options: Parameters<Visitor["context"]>[0] = {}): Promise<Page> {
    const page = await newPage(options);
    await page.goto(`${visitor.url}/docs/api.html${anchorOf("meetings.batchRead")}`);
    await page.locator(section).getByText("client.meetings.batchRead", { exact: false }).first().waitFor();
    return page;
  }

  // One page for all of it: it takes seconds to load.
  test("begins an operation with its call, shows the TypeScript sample, has one search, and fits into every window", async () => {
    const page = await openOperation();
    const description = page.locator(`${section} [data-component-name="Markdown/Markdown"]`);
    await expect
      .poll(async () => (await description.allInnerTexts()).slice(0, 4).map((text) => text.trim()))
      .toEqual([
        "POST /crm/objects/2026-03/meetings/batch/read",
        "client.meetings.batchRead({ … })",
        "Scope: crm.objects.contacts.read",
        "Reads up to 100 meetings at once, by record id or, with idProperty, by the value of a unique property.",
      ]);
    const sample = page.locator(`${section} .panel-request-samples pre`);
    await expect.poll(() => sample.textContent()).toContain('import { createClient } from "@crm-platform/client";');

    // The shortcut of Redoc's search focuses ours.
    expect(await page.locator('[type="search"]:visible, [data-testid="search-trigger"]:visible').count()).toBe(1);
    await page.keyboard.press("Control+k");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Search the reference");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.evaluate("document.activeElement.blur()");

    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator(section).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 700);
      await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(100);
      // Nothing lies above the bar: a point of each of its visible parts belongs to that part.
      const hidden = await page.evaluate(`[...document.querySelectorAll(".top, .top nav a, .top .search input")].filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return top < 0 || left < 0 || left + width > innerWidth || !part.contains(document.elementFromPoint(left + width - 4, top + height / 2));
      }).map((part) => part.outerHTML.slice(0, 80))`);
      expect(hidden, `${width}`).toEqual([]);
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      const text = await description.first().boundingBox();
      expect(text?.width, `${width}`).toBeGreaterThan(width === 390 ? 340 : 480);
    }
  });

  test("is accessible at an operation in the dark theme", async () => {
    const page = await openOperation({ colorScheme: "dark" });
    expect(await page.evaluate("document.documentElement.className")).toContain("dark");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("opens the menu on a phone from the bar, and is accessible in the light theme", async () => {
    const page = await openOperation({ width: 390 });
    expect(await page.evaluate("document.documentElement.className")).toContain("light");
    expect(await accessibilityProblems(page)).toEqual([]);
    const button = page.getByRole("button", { name: "Open navigation menu" });
    expect((await button.boundingBox())?.y).toBeLessThan(64);
    await button.click();
    await page.getByRole("navigation", { name: "Operations" }).getByText("Tickets", { exact: true }).click();
    await page.getByText("Archive a ticket", { exact: true }).first().waitFor();
    expect(await page.locator(".top nav").isVisible()).toBe(true);
  });
});

describe.skipIf(!hasBrowser)("the reference on a phone", () => {
  test("breaks no name in a table", async () => {
    const page = await newPage({ width: 360 });
    const broken: Record<string, unknown> = {};
    for (const path of Object.values(await referencePages())) {
      if (path.endsWith("/api.html")) continue;
      await page.goto(visitor.url + path);
      const names = await page.evaluate(
        `[...document.querySelectorAll("tbody :is(th, td):first-child code")]
          .filter((code) => !/\\s/.test(code.textContent) && code.getClientRects().length > 1).map((code) => code.textContent)`,
      );
      if ((names as string[]).length > 0) broken[path] = names;
    }
    expect(broken).toEqual({});
  });
});

describe.skipIf(!hasBrowser)("the search", () => {
  test("counts what it found", async () => {
    const page = await newPage();
    await page.goto(`${visitor.url}/docs/`);
    const status = page.getByRole("search").getByRole("status");
    await page.keyboard.press("/");
    await page.keyboard.type("hs_browser");
    await expect.poll(() => status.textContent()).toBe("1 result. Arrow keys walk through the list.");
    await page.keyboard.type("zzz");
    await expect.poll(() => status.textContent()).toBe("Nothing found.");
  });
});
