/** Where there is more than there is room for: many rows, narrow windows, wide names. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { type Visitor, visit } from "./visitor.ts";

let visitor: Visitor;

beforeAll(async () => {
  if (hasBrowser) visitor = await visit();
});
afterAll(() => visitor?.close());

async function opened(path: string, width = 1024): Promise<Page> {
  const context = await visitor.context({ width });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(visitor.url + path);
  return page;
}

async function idsOn(page: Page): Promise<number[]> {
  const addresses: string[] = await page.evaluate("[...document.querySelectorAll('a.request')].map(({ pathname }) => pathname)");
  return addresses.map((address) => Number(address.split("/").at(-1)));
}

// The package of the browser holds it for Linux x64 only.
describe.skipIf(!hasBrowser)("the console", () => {
  test("leads from the rows that came while somebody looked to all that are older", async () => {
    const { mock } = visitor;
    const { accountId, accessToken } = await mock.account();
    const send = async (count: number) => {
      const headers = { authorization: `Bearer ${accessToken}` };
      for (let sent = 0; sent < count; sent += 1) await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers });
    };
    await send(20);
    const page = await opened(`/console/accounts/${accountId}/requests`);
    const older = page.getByRole("link", { name: "Older requests" });
    await page.getByText("live", { exact: true }).waitFor();
    expect(await older.isVisible()).toBe(false);
    await send(700);
    const all = (await mock.requests.list({ accountId })).map(({ id }) => id).reverse();
    await expect.poll(async () => (await idsOn(page))[0]).toBe(all[0]);
    const shown = await idsOn(page);
    expect(shown).toHaveLength(500);
    await older.click();
    await page.waitForURL(/before=/);
    expect([...shown, ...(await idsOn(page))]).toEqual(all.slice(0, 600));
  });

  test("shows all sections, and in which one is, on the narrowest phones", async () => {
    const page = await opened("/console/accounts/4815162/snapshots", 320);
    const boxes = "[...document.querySelectorAll('.sidebar a')].map((link) => link.getBoundingClientRect().toJSON())";
    const links: { left: number; right: number; bottom: number }[] = await page.evaluate(boxes);
    expect(links).toHaveLength(13);
    expect(links.filter(({ left, right, bottom }) => left < 0 || right > 320 || bottom > 400)).toEqual([]);
    expect(await page.locator(".sidebar [aria-current]").textContent()).toBe("Snapshots");
    expect(
      await page.evaluate("[...document.querySelectorAll('.sidebar ul')].filter((list) => list.scrollWidth > list.clientWidth).length"),
    ).toBe(0);
  });
});
