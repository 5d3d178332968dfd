import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anchorOf } from "../../../packages/mock/src/web/operationAnchor.ts";
import { accessibilityProblems } from "../../browser/axe.ts";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { usualAddress } from "../../reference/usualAddress.ts";
import { root } from "../workspace.ts";
import { openTestBrowser, type TestBrowser } from "./testBrowser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  if (hasBrowser) browser = await openTestBrowser();
});
afterAll(() => browser?.close());

const addressOnDisk = (file: string): string => pathToFileURL(join(root, "packages/mock/reference", file)).href;

describe.skipIf(!hasBrowser)("the reference", () => {
  test("shows the default address without JavaScript", async () => {
    const page = await browser.newPage({ javaScript: false });
    for (const path of ["/docs/", "/docs/api.html"]) {
      await page.goto(browser.url + path);
      const note = page.locator("noscript");
      expect(await note.isVisible(), path).toBe(true);
      expect(await note.textContent(), path).toContain(usualAddress);
    }
  });

  test("filters the fidelity page by grade, over HTTP and from the file system", async () => {
    const page = await browser.newPage();
    await page.goto(addressOnDisk("fidelity.html"));
    await page.getByLabel("assumed").uncheck();
    expect(await page.locator('tr[data-grade="assumed"]:visible').count()).toBe(0);
    expect(await page.locator('tr[data-grade="observed"]:visible').count()).toBeGreaterThan(50);
  });

  test("counts the search results, and opens a result with the keyboard, over HTTP and from the file system", async () => {
    const page = await browser.newPage();
    await page.goto(addressOnDisk("index.html"));
    const status = page.getByRole("search").getByRole("status");
    await page.keyboard.press("/");
    await page.keyboard.type("hs_browser");
    await expect.poll(() => status.textContent()).toMatch(/^\d+ results?\. Use the arrow keys to move through the list\.$/);
    await page.keyboard.type("zzz");
    await expect.poll(() => status.textContent()).toBe("No results.");
    await page.keyboard.press("Escape");
    await page.keyboard.type("recycling bin");
    await page.getByRole("search").getByRole("link", { name: "The recycling bin" }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("A");
    await page.keyboard.press("Escape");
    await page.keyboard.type("archive a ticket");
    await page.getByRole("search").getByRole("link").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash === anchorOf("tickets.archive"));
  });
});

describe.skipIf(!hasBrowser)("the API page", () => {
  const section = '[id="meetings/meetings.batchread"]';

  async function openOperation(options: Parameters<TestBrowser["newPage"]>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    await page.goto(`${browser.url}/docs/api.html${anchorOf("meetings.batchRead")}`);
    await page.locator(section).getByText("client.meetings.batchRead", { exact: false }).first().waitFor();
    return page;
  }

  test("shows the operation in the URL, over HTTP and from the file system", async () => {
    const page = await browser.newPage();
    for (const id of ["meetings.batchRead", "associationsV1.batchDelete", "domainsV1.list"]) {
      await page.goto(`${addressOnDisk("api.html")}${anchorOf(id)}`);
      const operation = page.locator(`[id="${anchorOf(id).slice(2)}"]`);
      await expect.poll(async () => Math.abs((await operation.boundingBox())?.y ?? Number.POSITIVE_INFINITY)).toBeLessThan(600);
    }
  });

  test("shows an operation at every width, with its path, call, scope and sample, a single search field, and a menu on a phone", async () => {
    const page = await openOperation();
    const description = page.locator(`${section} [data-component-name="Markdown/Markdown"]`);
    await expect
      .poll(async () => (await description.allInnerTexts()).slice(0, 3).map((text) => text.trim()))
      .toEqual(["POST /crm/objects/2026-03/meetings/batch/read", "client.meetings.batchRead({ … })", "Scope: crm.objects.contacts.read"]);
    const sample = page.locator(`${section} .panel-request-samples pre`);
    await expect.poll(() => sample.textContent()).toContain('import { createClient } from "@crm-platform/client";');

    // The shortcut of Redoc's search focuses the search field of the site.
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
      // Checks that no part of the bar is covered: the element at a point in a part must belong to the part.
      const hidden = await page.evaluate(`[...document.querySelectorAll(".top, .top nav a, .top .search input")].filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return top < 0 || left < 0 || left + width > innerWidth || !part.contains(document.elementFromPoint(left + width - 4, top + height / 2));
      }).map((part) => part.outerHTML.slice(0, 80))`);
      expect(hidden, `${width}`).toEqual([]);
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      const text = await description.first().boundingBox();
      expect(text?.width, `${width}`).toBeGreaterThan(width === 390 ? 340 : 480);
    }

    // The page is now as narrow as a phone. pages.test.ts checks all other aspects of it.
    expect(await page.evaluate("document.documentElement.className")).toContain("light");
    expect(await accessibilityProblems(page, "without")).toEqual([]);
    const button = page.getByRole("button", { name: "Open navigation menu" });
    expect((await button.boundingBox())?.y).toBeLessThan(64);
    await button.click();
    await page.getByRole("navigation", { name: "Operations" }).getByText("Tickets", { exact: true }).click();
    await page.getByText("Archive a ticket", { exact: true }).first().waitFor();
    expect(await page.locator(".top nav").isVisible()).toBe(true);
  });

  test("has readable colors at an operation in the dark theme", async () => {
    const page = await openOperation({ colorScheme: "dark" });
    expect(await page.evaluate("document.documentElement.className")).toContain("dark");
    expect(await accessibilityProblems(page, "only")).toEqual([]);
  });
});
