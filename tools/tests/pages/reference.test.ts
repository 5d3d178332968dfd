import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOfOperation } from "../../../packages/mock/src/web/operationPage.ts";
import { accessibilityProblems } from "../../browser/axe.ts";
import { hasBrowser } from "../../browser/browser.ts";
import { openTestBrowser, type TestBrowser } from "./testBrowser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  if (hasBrowser) browser = await openTestBrowser();
});
afterAll(() => browser?.close());

const operation = `/docs/${pageOfOperation("records.create")}.html`;

describe.skipIf(!hasBrowser)("the reference", () => {
  test("can be read without JavaScript", async () => {
    const page = await browser.newPage({ javaScript: false });
    await page.goto(browser.url + operation);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Create a record");
    await page.locator(".VPSidebar").locator(`a[href$="/get.html"]`).click();
    await page.waitForURL(`**/${pageOfOperation("records.get")}.html`);
  });

  test("filters facts and rules by grade", async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/fidelity/records.html`);
    await page.getByLabel("assumed").uncheck();
    expect(await page.locator("tr:has(.grade.assumed):visible").count()).toBe(0);
    expect(await page.locator("tr:has(.grade.observed):visible").count()).toBeGreaterThan(20);
  });

  test("filters the rows of a table by their words", async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/properties/deals.html`);
    await page.getByLabel("Filter rows").fill("Read-only");
    await page.getByText(/^\d+ of \d+ rows$/).waitFor();
    const rows = page.locator("tbody tr:visible");
    expect(await rows.count()).toBe(await rows.filter({ hasText: "read-only" }).count());
    expect(await rows.count()).toBeGreaterThan(50);
  });

  test("is searched and opened with the keyboard", async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/`);
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input:focus").waitFor();
    await page.keyboard.type("archive a ticket");
    const link = page.locator(".result").first();
    await expect.poll(() => link.textContent()).toContain("Archive a ticket");
    await link.locator(".excerpt", { hasText: "Moves a ticket to the recycling bin" }).waitFor();
    // The theme's box is a button that contains its results, which are links and options.
    const problems = await accessibilityProblems(page);
    expect(problems.filter((problem) => !/^(nested-interactive|label-content-name-mismatch)/.test(problem))).toEqual([]);
    const href = (await link.getAttribute("href")) ?? expect.fail();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href.endsWith(href.replaceAll("../", "")));
  });

  test("shows the example beside the text if there is room, and otherwise before the details", async () => {
    const page = await browser.newPage({ width: 1440 });
    await page.goto(browser.url + operation);
    const boxOf = async (part: string) => (await page.locator(`.operation .${part}`).boundingBox()) ?? expect.fail(part);
    const [introduction, examples, facts] = [await boxOf("introduction"), await boxOf("examples"), await boxOf("facts")];
    expect(examples.x).toBeGreaterThan(introduction.x + introduction.width);
    expect(facts.y).toBeGreaterThanOrEqual(introduction.y + introduction.height);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await boxOf("examples")).x).toBe((await boxOf("introduction")).x);
    expect((await boxOf("examples")).y).toBeLessThan((await boxOf("facts")).y);
  });

  test("copies a page as Markdown", async () => {
    const page = await browser.newPage();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(browser.url + operation);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^# Create a record\n/);
  });

  test("names the address of the mock in examples, Markdown, documents and programs", async () => {
    for (const path of ["getting-started.html", "getting-started.md", "llms-full.txt", "openapi.json", "operations/index.md"]) {
      const text = await (await fetch(`${browser.url}/docs/${path}`)).text();
      expect(text.includes("http://127.0.0.1:4010"), path).toBe(false);
    }
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/`);
    await page.getByRole("link", { name: "Get started" }).click();
    await page.getByText(`${browser.url}/crm/objects`).first().waitFor();
    expect(await page.getByText("127.0.0.1:4010").count()).toBe(0);
  });

  test("shares the chosen theme with the console", async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/`);
    await page.locator(".VPNavBarAppearance button").click();
    await page.goto(`${browser.url}/console`);
    expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
  });

  test("opens the operation in Redoc, which asks no other host", async () => {
    const page = await browser.newPage();
    await page.goto(browser.url + operation);
    await page.getByRole("link", { name: "Open in Redoc" }).click();
    const section = page.locator('[id="records/records.create"]');
    await expect.poll(async () => Math.abs((await section.boundingBox())?.y ?? Number.POSITIVE_INFINITY)).toBeLessThan(600);
    // Redoc has a logo on another host, which the page's policy blocks.
    expect(browser.problems.filter((problem) => !problem.includes("https://cdn.redoc.ly/redoc/logo-mini"))).toEqual([]);
    expect(browser.elsewhere).toEqual([]);
  });
});
