import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../../browser/axe.ts";
import type { Page } from "../../browser/browser.ts";
import { hasBrowser } from "../../browser/browser.ts";
import { showStory } from "../../screenshots/story.ts";
import { consolePages, oauthPages, referencePages } from "./pages.ts";
import { keepScreenshots, type Visitor, visit, widths } from "./visitor.ts";

let visitor: Visitor;
let pages: readonly (readonly [name: string, path: string])[];

beforeAll(async () => {
  if (!hasBrowser) return;
  visitor = await visit();
  const all = { ...consolePages(await showStory(visitor.mock, visitor.url)), ...oauthPages, ...(await referencePages()) };
  pages = Object.entries(all);
});
afterAll(() => visitor?.close());

async function newPage(): Promise<Page> {
  const context = await visitor.context();
  onTestFinished(() => context.close());
  return context.newPage();
}

/** The kinds of elements whose colors were checked: their names and classes, with those of their parents. */
const checkedKinds = new Set<string>();

/** Whether a page has an element of a kind that no page before it had. Only those bring colors that were not checked. */
async function hasNewColors(page: Page): Promise<boolean> {
  const kinds = (await page.evaluate(`(() => {
    const kindOf = (element) => element === null ? "" : element.localName + "." + element.className;
    return [...new Set([...document.body.querySelectorAll("*")].map((element) => kindOf(element.parentElement) + ">" + kindOf(element)))];
  })()`)) as string[];
  const added = kinds.filter((kind) => !checkedKinds.has(kind));
  for (const kind of added) checkedKinds.add(kind);
  return added.length > 0;
}

/** What is wrong with a page as it stands. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 760 : 900 });
    if (Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0) problems.push(`wider than ${width} pixels`);
    await keepScreenshots(page, `${name}-${width}`);
  }
  if ((await page.locator("h1").count()) === 0) problems.push("no heading");
  await page.setViewportSize({ width: 1024, height: 900 });
  // The rows of a table are alike, and checking the contrast of thousands of cells takes most of the time.
  await page.evaluate("for (const body of document.querySelectorAll('tbody')) [...body.rows].slice(20).forEach((row) => row.remove())");
  await page.emulateMedia({ colorScheme: "light" });
  const isNew = await hasNewColors(page);
  problems.push(...(await accessibilityProblems(page, isNew ? "with" : "without")).map((problem) => `light theme: ${problem}`));
  if (isNew) {
    await page.emulateMedia({ colorScheme: "dark" });
    problems.push(...(await accessibilityProblems(page, "only")).map((problem) => `dark theme: ${problem}`));
  }
  return problems;
}

// The package of the browser holds it for Linux x64 only.
describe.skipIf(!hasBrowser)("every page", () => {
  test("is accessible in both themes, fits into every window, and asks no other host", async () => {
    const page = await newPage();
    const found: Record<string, unknown> = {};
    for (const [name, path] of pages) {
      await page.goto(visitor.url + path);
      await look(name);
      if (name !== "oauth-sign-in") continue;
      await page.locator("button[name=account]").click();
      // A click does not wait for the page that it leads to, nor for its styles.
      await page.getByRole("button", { name: "Approve" }).waitFor();
      await page.waitForLoadState();
      await look("oauth-consent");
    }
    expect(found).toEqual({});
    expect(visitor.problems.filter((problem) => !/status of (400|404)/.test(problem))).toEqual([]);
    expect(visitor.elsewhere).toEqual([]);

    async function look(name: string): Promise<void> {
      const problems = await problemsOf(page, name);
      if (problems.length > 0) found[name] = problems;
    }
  });
});

describe.skipIf(!hasBrowser)("the reference", () => {
  test.each(["", "api.html"])("paints /docs/%s from this machine alone", async (name) => {
    const page = await newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${visitor.url}/docs/${name}`);
    // Not by `waitForFunction`, which makes code of a text: the policy of the page forbids it.
    await expect.poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length")).toBe(1);
    expect(asked.filter((url) => !url.startsWith(`${visitor.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  });

  test("is searched on this machine", async () => {
    const page = await newPage();
    await page.goto(`${visitor.url}/docs/`);
    await page.keyboard.press("/");
    await page.keyboard.type("archive a ticket");
    await page
      .getByRole("list", { name: "Search results" })
      .getByRole("link", { name: /Archive a ticket/ })
      .first()
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/.*(ticket|archive)/);
    expect(visitor.elsewhere).toEqual([]);
  });
});
