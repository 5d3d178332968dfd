import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, loadAxeInEveryPage } from "../../browser/axe.ts";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { sendSampleRequests } from "../../sampleRequests.ts";
import { consolePages, oauthPages, referencePages } from "./pages.ts";
import { keepScreenshots, openTestBrowser, type TestBrowser, widths } from "./testBrowser.ts";

let browser: TestBrowser;
let consoleAndConsent: Readonly<Record<string, string>>;

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await openTestBrowser();
  consoleAndConsent = { ...consolePages(await sendSampleRequests(browser.mock, browser.url)), ...oauthPages };
});
afterAll(() => browser?.close());

const checkedKinds = new Set<string>();

/** Each kind of element is checked only on the first page that contains it. A kind is the name and class of an element and its parent. */
async function hasNewColors(page: Page): Promise<boolean> {
  const kinds = (await page.evaluate(`(() => {
    const kindOf = (element) => element === null ? "" : element.localName + "." + element.className;
    return [...new Set([...document.body.querySelectorAll("*")].map((element) => kindOf(element.parentElement) + ">" + kindOf(element)))];
  })()`)) as string[];
  const added = kinds.filter((kind) => !checkedKinds.has(kind));
  for (const kind of added) checkedKinds.add(kind);
  return added.length > 0;
}

/** Of the rows that differ only in texts, labels, ids and targets, keeps the first. Checking thousands of cells takes most of the time. */
async function removeSimilarRows(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const varying = /^(id|name|value|for|href|action|title|datetime|aria-(label|labelledby|describedby|controls))$/;
    const writtenOf = ({ name, value }) => name + "=" + (varying.test(name) ? value === "" : value);
    const kindOf = ({ localName, parentElement, attributes, textContent }) =>
      [parentElement.localName, localName, ...[...attributes].map(writtenOf), textContent.trim() === ""].join();
    const kindsIn = (row) => [...new Set([row, ...row.querySelectorAll("*")].map(kindOf))].sort().join(";");
    for (const body of document.querySelectorAll("tbody"))
      for (const [, ...similar] of Map.groupBy(body.rows, kindsIn).values()) similar.forEach((row) => row.remove());
  })()`);
}

async function wrongAddresses(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("script, noscript")) texts.push(walker.currentNode.nodeValue);
    return [...texts, ...[...document.links].map(({ href }) => href)];
  })()`)) as string[];
  const addresses = texts.flatMap((text) => text.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []);
  return addresses.filter((address) => address !== browser.url).map((address) => `names ${address}`);
}

async function brokenNames(page: Page): Promise<string[]> {
  const names = (await page.evaluate(
    `[...document.querySelectorAll("tbody :is(th, td):first-child code")]
      .filter((code) => !/\\s/.test(code.textContent) && code.getClientRects().length > 1).map((code) => code.textContent)`,
  )) as string[];
  return names.map((name) => `breaks ${name}`);
}

async function problemsOf(page: Page, name: string): Promise<string[]> {
  const isReference = name.startsWith("reference-");
  const problems = isReference ? await wrongAddresses(page) : [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 760 : 900 });
    if (Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0) problems.push(`wider than ${width} pixels`);
    if (isReference && width < 500) problems.push(...(await brokenNames(page)));
    await keepScreenshots(page, `${name}-${width}`);
  }
  if (await page.evaluate("document.querySelector('h1') === null")) problems.push("no heading");
  await removeSimilarRows(page);
  await page.emulateMedia({ colorScheme: "light" });
  const isNew = await hasNewColors(page);
  problems.push(...(await accessibilityProblems(page, isNew ? "with" : "without")).map((problem) => `light theme: ${problem}`));
  if (isNew) {
    await page.emulateMedia({ colorScheme: "dark" });
    problems.push(...(await accessibilityProblems(page, "only")).map((problem) => `dark theme: ${problem}`));
  }
  return problems;
}

describe.skipIf(!hasBrowser)("every page", () => {
  test.each([
    ["the console and the consent pages", () => consoleAndConsent],
    ["the reference", referencePages],
  ])("%s: is accessible in both themes, fits every width, requests no other host, and names the address of this mock", async (_, pages) => {
    const page = await browser.newPage();
    await loadAxeInEveryPage(page);
    const found: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(await pages())) {
      await page.goto(browser.url + path);
      await check(name);
      if (name !== "oauth-sign-in") continue;
      await page.locator("button[name=account]").click();
      await page.getByRole("button", { name: "Approve" }).waitFor();
      // The click does not wait for the styles of the next page.
      await page.waitForLoadState();
      await check("oauth-consent");
    }
    expect(found).toEqual({});
    expect(browser.problems.filter((problem) => !/status of (400|404)/.test(problem))).toEqual([]);
    expect(browser.elsewhere).toEqual([]);

    async function check(name: string): Promise<void> {
      const problems = await problemsOf(page, name);
      if (problems.length > 0) found[name] = problems;
    }
  });
});
