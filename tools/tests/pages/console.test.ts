import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, type Page } from "../../browser/browser.ts";
import { hostile, hostileAccount } from "./hostile.ts";
import { openTestBrowser, type TestBrowser, tabTo } from "./testBrowser.ts";

let browser: TestBrowser;

beforeAll(async () => {
  if (hasBrowser) browser = await openTestBrowser();
});
afterAll(() => browser?.close());

async function opened(path: string, options: Parameters<TestBrowser["newPage"]>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(browser.url + path);
  return page;
}

async function idsOn(page: Page): Promise<number[]> {
  const addresses: string[] = await page.evaluate("[...document.querySelectorAll('a.request')].map(({ pathname }) => pathname)");
  return addresses.map((address) => Number(address.split("/").at(-1)));
}

async function listDomains(accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${browser.url}/cos-domains/v1/domains`, { headers })).status;
}

describe.skipIf(!hasBrowser)("the console", () => {
  test("adds new requests to an open page and explains a contract violation", async () => {
    const { accessToken, accountId } = await browser.mock.account();
    const page = await opened(`/console/accounts/${accountId}/requests`);
    await page.getByText("live", { exact: true }).waitFor();
    await fetch(`${browser.url}/crm/objects/2026-03/meetings/batch/read`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ inputs: [{}], properties: [], propertiesWithHistory: [] }),
    });
    await page.getByRole("link", { name: /POST .*meetings\/batch\/read/ }).click();
    await page.getByText("inputs[0].id is required", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    await page
      .getByRole("link", { name: /meetings\.batchRead/ })
      .first()
      .waitFor();
  });

  test("works by keyboard alone and without JavaScript", async () => {
    const { accessToken, accountId } = await browser.mock.account();
    const page = await opened("/console/accounts", { javaScript: false });
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
    await tabTo(page, "link", new RegExp(`${accountId}`));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/accounts/${accountId}`);
    await tabTo(page, "link", "Clock");
    // The first link with this name leads to the shared clock.
    await tabTo(page, "link", "Clock");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/accounts/${accountId}/clock`);
    await tabTo(page, "button", "1 day");
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    expect(await listDomains(accessToken)).toBe(401);
  });

  test("adds a record, associates it with a label and archives it, without JavaScript", async () => {
    const account = await browser.mock.account();
    await account.seed({ records: { companies: [{ id: "5", properties: { name: "Larkspur Bikes" } }] } });
    const page = await opened(`/console/accounts/${account.accountId}/records?new=contacts`, { javaScript: false });
    await page.getByLabel("First Name").fill("Jonas");
    await page.locator("summary", { hasText: "contactinformation" }).click();
    await page.getByLabel("Lifecycle Stage").selectOption("lead");
    await page.getByLabel("Contact owner", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Save the record" }).click();
    await page.getByRole("heading", { name: "Jonas" }).waitFor();
    const [contact] = (await account.snapshot()).records?.["contacts"] ?? [];
    expect(Object.keys(contact?.properties ?? {})).toEqual(expect.arrayContaining(["firstname", "hs_owner_id", "lifecyclestage"]));
    await page.getByRole("link", { name: "Labels" }).click();
    const form = page.locator("section", { hasText: "Create a label" });
    await form.getByLabel("From object type").fill("contacts");
    await form.getByLabel("To object type").fill("dragons");
    await form.getByLabel("Label", { exact: true }).fill("Rider");
    await form.getByLabel("Internal name").fill("rider");
    await form.getByRole("button", { name: "Create the label" }).click();
    await form.getByText("It must be an object type").waitFor();
    expect(await form.getByLabel("To object type").getAttribute("aria-invalid")).toBe("true");
    await form.getByLabel("To object type").fill("companies");
    await form.getByRole("button", { name: "Create the label" }).click();
    await page.getByText("The label was created.").waitFor();
    await page.getByRole("link", { name: "Records" }).click();
    await page.getByRole("link", { name: "Contacts" }).click();
    await page.locator("th a").click();
    await page.getByLabel("Object type").fill("companies");
    await page.getByLabel("Id", { exact: true }).fill("5");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Rider").check();
    await page.getByRole("button", { name: "Associate the records" }).click();
    await page.getByText("The association was saved.").waitFor();
    expect((await account.snapshot()).associations).toHaveLength(2);
    await page.getByRole("link", { name: "Jonas" }).click();
    await page.locator("summary", { hasText: "Archive the record" }).click();
    await page.getByRole("button", { name: "Archive the record" }).click();
    await page.getByRole("button", { name: "Restore the record" }).waitFor();
    expect((await account.snapshot()).records?.["contacts"]?.[0]?.archivedAt).toBeDefined();
  });

  // The console's in-process tests cover every page. This test confirms the result in a browser.
  test("shows hostile data as text", async () => {
    const { accountId } = await hostileAccount(browser.mock);
    const [sent] = await browser.mock.outbox(accountId);
    const text = encodeURIComponent(hostile);
    const account = `/console/accounts/${accountId}`;
    const page = await opened("/console");
    for (const path of [
      account,
      `${account}/outbox/${sent?.number}?view=html`,
      `${account}/records/0-5/901?edit`,
      `${account}/records?q=${text}`,
      `/oauth/callback?error=${text}&error_description=${text}`,
    ]) {
      await page.goto(browser.url + path);
      expect(await page.locator("img, [onerror], script:not([src])").count(), path).toBe(0);
      expect(await page.content(), path).toContain("onerror=alert(1)");
    }
    expect(browser.problems.filter((problem) => problem.startsWith("a dialog"))).toEqual([]);
    expect(browser.elsewhere).toEqual([]);
  });

  test("links from the live rows to all older requests", async () => {
    const { mock } = browser;
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

  test.each([true, false])("opens the navigation as a menu on the narrowest phones, with JavaScript: %s", async (javaScript) => {
    const page = await opened("/console/accounts/4815162/snapshots", { width: 320, javaScript });
    const links = page.locator(".sidebar a");
    expect(await links.first().isVisible()).toBe(false);
    await tabTo(page, "button", "Menu");
    await page.keyboard.press("Enter");
    await links.first().waitFor();
    expect(await page.locator(".sidebar [aria-current]").textContent()).toBe("Snapshots");
    for (const box of await Promise.all((await links.all()).map((link) => link.boundingBox()))) {
      expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
    }
    await page.keyboard.press("Escape");
    await links.first().waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.waitForURL("**/timeline");
    await page.setViewportSize({ width: 1024, height: 900 });
    expect(await links.first().isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false);
  });

  test("shows the result of a replayed delivery without a reload", async () => {
    const { mock } = browser;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let deliveries = 0;
    const remove = mock.onWebhook(async () => {
      deliveries += 1;
      if (deliveries > 1) await held;
      return new Response(null, { status: 204 });
    });
    const { accessToken } = await mock.tokens.createUserToken(4815162);
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ properties: { firstname: "Mira" } });
    await mock.fetch(`${mock.url}/crm/objects/2026-03/contacts`, { method: "POST", headers, body });
    const [delivery] = await mock.webhooks.deliveries(4815162, { waitFor: 1 });
    const page = await opened(`/console/accounts/4815162/webhooks/${delivery?.number}`);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("The result appears here.").waitFor();
    release();
    await page.getByText("delivered", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Attempt 0" }).waitFor();
    expect(await page.getByText("The result appears here.").count()).toBe(0);
    remove();
  });
});
