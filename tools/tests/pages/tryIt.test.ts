import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { pageOfOperation } from "../../../packages/mock/src/web/operationPage.ts";
import { accessibilityProblems } from "../../browser/axe.ts";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { root } from "../workspace.ts";
import { keepScreenshots, openTestBrowser, type TestBrowser, tabTo } from "./testBrowser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  if (hasBrowser) browser = await openTestBrowser();
});
afterAll(() => browser?.close());

async function open(operationId: string, width = 1440): Promise<Page> {
  const page = await browser.newPage({ width });
  await page.goto(`${browser.url}/docs/${pageOfOperation(operationId)}.html`);
  await page.locator(".try-it > summary").click();
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  return page;
}

/**
 * Serves the static site.
 * @param paths receives the paths of all requests
 */
async function serveSite(base = "", paths: string[] = []): Promise<string> {
  const folder = join(root, "packages/mock/reference");
  const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    paths.push(pathname);
    response.setHeader("content-type", types[extname(pathname)] ?? "application/octet-stream");
    createReadStream(join(folder, pathname.slice(base.length)))
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
}

async function statusOf(page: Page): Promise<string> {
  await page
    .getByRole("status")
    .filter({ hasText: /in \d+ ms/ })
    .waitFor();
  return (await page.getByRole("status").textContent()) ?? "";
}

const bodyOf = async (page: Page): Promise<unknown> => JSON.parse((await page.locator(".result .language-json code").textContent()) ?? "");
const sentRequests = async (): Promise<number> => (await browser.mock.requests.list({})).length;

describe.skipIf(!hasBrowser)("the form Try it", () => {
  test("loads nothing until it is opened", async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(`${browser.url}/docs/${pageOfOperation("records.get")}.html`, { waitUntil: "networkidle" });
    const before = requested.length;
    expect(requested.filter((url) => url.includes("TryItForm"))).toEqual([]);
    await page.locator(".try-it > summary").click();
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    expect(requested.slice(before).filter((url) => /TryItForm.*\.js/.test(url))).toHaveLength(1);
  });

  test("sends a request with the example's values, and links to its journal entry", async () => {
    const page = await open("records.get");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await statusOf(page)).toMatch(/^200 OK in \d+ ms$/);
    expect(await bodyOf(page)).toMatchObject({ properties: {} });
    const [entry] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Show the request in the console" }).click(),
    ]);
    await entry.getByText("records.get").first().waitFor();
    await page.getByText("This request in curl").click();
    expect(await page.locator(".try-it .language-sh code").textContent()).toContain(`curl '${browser.url}/crm/objects/2026-03/`);
    await page.getByLabel("objectType").fill("..");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await page.locator(".mistake").textContent()).toContain("changes the request's path");
    expect(await page.locator(".result").textContent()).toBe("");
  });

  test("sends a body, and fills in the values of the chosen example", async () => {
    const page = await open("records.create");
    await page.getByLabel("Example", { exact: true }).selectOption({ label: "A contact" });
    expect(await page.getByLabel("objectType").inputValue()).toBe("contacts");
    await page.getByText("This request in TypeScript").click();
    expect(await page.locator(".try-it .language-ts code").textContent()).toContain('client.records.create("contacts", {\n  properties: {');
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await statusOf(page)).toMatch(/^201 Created/);
    expect(await bodyOf(page)).toMatchObject({ properties: { email: "hanna.vogel@larkspurbikes.example" } });
    await keepScreenshots(page, "try-it-1440");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityProblems(page, "only")).toEqual([]);
  });

  test("names mistakes beside their fields, and sends nothing", async () => {
    const page = await open("records.create");
    const before = await sentRequests();
    for (const body of ["null", "[]"]) {
      await page.getByRole("textbox", { name: "Body" }).fill(body);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      expect(await page.locator(".mistake").allTextContents()).toContain(`Received ${body}, expected a JSON object.`);
    }
    await page.getByLabel("objectType").fill("");
    await page.getByRole("textbox", { name: "Body" }).fill('{\n  "properties": {,}\n}');
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await page.locator(":focus").getAttribute("aria-describedby")).toContain("mistake");
    expect(await page.locator(".mistake").allTextContents()).toEqual([
      "Enter a value for objectType.",
      expect.stringMatching(/^Not valid JSON: .*line 2 column 18/),
    ]);
    expect(await sentRequests()).toBe(before);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("asks before a destructive request, with the keyboard alone", async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.url}/docs/${pageOfOperation("records.archive")}.html`);
    const before = await sentRequests();
    await page.locator(".try-it > summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    await tabTo(page, "button", /^Send$/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    expect(await dialog.textContent()).toMatch(/DELETE http:\/\/127\.0\.0\.1:\d+\/crm\/objects\//);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(await sentRequests()).toBe(before);
    await page.keyboard.press("Enter");
    await tabTo(page, "button", "Send DELETE request");
    await page.keyboard.press("Enter");
    expect(await statusOf(page)).toMatch(/^204/);
    expect(await sentRequests()).toBe(before + 1);
  });

  test("fits a phone", async () => {
    const page = await open("records.search", 390);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await statusOf(page)).toMatch(/^200/);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await keepScreenshots(page, "try-it-390");
  });

  test("says that a response was dropped", async () => {
    const page = await open("owners.list");
    // Without `times`, because browsers repeat a GET whose connection was closed.
    const { faultId } = await browser.mock.faults.add({ match: { operationId: "owners.list" }, effect: { type: "dropResponse" } });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page
      .getByRole("status")
      .filter({ hasText: `No response from ${browser.url}.` })
      .waitFor();
    await browser.mock.faults.delete(faultId);
  });

  test("sends to the address that the reader of the static site sets, and stores only that", async () => {
    const site = await serveSite();
    const page = await browser.newPage();
    await page.goto(`${site}/${pageOfOperation("owners.list")}.html`);
    await page.locator(".try-it > summary").click();
    const address = page.getByLabel("Address of the mock");
    expect(await address.inputValue()).toBe("http://127.0.0.1:4010");
    await address.fill("127.0.0.1");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await page.locator(".mistake").textContent()).toBe("Enter the mock's address, for example http://127.0.0.1:4010.");
    await address.fill(browser.url);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect(await statusOf(page)).toMatch(/^200 OK/);
    expect(await page.getByRole("link", { name: "Show the request in the console" }).getAttribute("href")).toContain(browser.url);
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain("demo-access-token");
    await page.reload();
    await page.locator(".try-it > summary").click();
    expect(await address.inputValue()).toBe(browser.url);
  });

  test("sends nothing to a server that is not a mock, even if it serves the static site below /docs", async () => {
    const paths: string[] = [];
    const site = await serveSite("/docs", paths);
    const page = await browser.newPage();
    await page.goto(`${site}/${pageOfOperation("owners.list")}.html`);
    await page.locator(".try-it > summary").click();
    const address = page.getByLabel("Address of the mock");
    expect(await address.inputValue()).toBe("http://127.0.0.1:4010");
    expect(await page.locator('a[href="http://127.0.0.1:4010/console"]').count()).toBeGreaterThan(0);
    await address.fill(new URL(site).origin);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page
      .getByRole("status")
      .filter({ hasText: `The request was not sent, because no mock responds at ${new URL(site).origin}.` })
      .waitFor();
    expect(paths.filter((path) => !path.startsWith("/docs/"))).toEqual(["/__mock/v1/health"]);
  });

  test("is in a static site whose Redoc asks no other host", async () => {
    const site = await serveSite();
    const page = await browser.newPage();
    await page.goto(`${site}/redoc/index.html`, { waitUntil: "networkidle" });
    await page
      .getByRole("heading", { name: /CRM Platform/ })
      .first()
      .waitFor();
    expect(browser.elsewhere).toEqual([]);
  });

  test("violates no policy, and requests no other host", () => {
    expect(
      browser.problems.filter(
        (problem) => !/ERR_EMPTY_RESPONSE|ERR_CONNECTION|https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini|status of 404/.test(problem),
      ),
    ).toEqual([]);
    expect(browser.elsewhere).toEqual([]);
  });
});
