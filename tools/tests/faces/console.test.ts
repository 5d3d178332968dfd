import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Page } from "../../browser/browser.ts";
import { hasBrowser } from "../../browser/browser.ts";
import { hostile, hostileAccount } from "./hostile.ts";
import { type Visitor, visit } from "./visitor.ts";

let visitor: Visitor;

beforeAll(async () => {
  if (hasBrowser) visitor = await visit();
});
afterAll(() => visitor?.close());

async function opened(path: string, options: { readonly javaScript?: boolean } = {}): Promise<Page> {
  const context = await visitor.context(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(visitor.url + path);
  return page;
}

async function listDomains(accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${visitor.url}/cos-domains/v1/domains`, { headers })).status;
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, role: "button" | "link" | "radio", name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name });
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await wanted.and(page.locator(":focus")).count()) === 1) return;
  }
  throw new Error(`Tab does not lead to the ${role} ${name}.`);
}

// The package of the browser holds it for Linux x64 only.
describe.skipIf(!hasBrowser)("the console", () => {
  test("shows a request while somebody looks, and explains a contract violation", async () => {
    const { accessToken, accountId } = await visitor.mock.account();
    const page = await opened(`/console/accounts/${accountId}/requests`);
    await page.getByText("live", { exact: true }).waitFor();
    await fetch(`${visitor.url}/crm/objects/2026-03/meetings/batch/read`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ inputs: [{}], properties: [], propertiesWithHistory: [] }),
    });
    await page.getByRole("link", { name: /POST .*meetings\/batch\/read/ }).click();
    await page.getByText("inputs[0].id is required").waitFor();
    await page
      .getByRole("link", { name: /meetings\.batchRead/ })
      .first()
      .waitFor();
  });

  test("moves the clock of an account, and the platform goes by it", async () => {
    const { accessToken, accountId } = await visitor.mock.account();
    expect(await listDomains(accessToken)).toBe(200);
    const page = await opened(`/console/accounts/${accountId}/clock`);
    await page.getByRole("button", { name: "1 day" }).click();
    await page.getByRole("status").waitFor();
    expect(await listDomains(accessToken)).toBe(401);
  });

  test("adds a fault that the next call meets, and shows that it did", async () => {
    const { accessToken, accountId } = await visitor.mock.account();
    const page = await opened(`/console/accounts/${accountId}/faults`);
    await page.getByRole("radio", { name: /500/ }).check();
    await page.getByLabel("Calls of").selectOption("domains.list");
    await page.getByRole("button", { name: "Add the fault" }).click();
    await page.getByRole("status").waitFor();
    expect([await listDomains(accessToken), await listDomains(accessToken)]).toEqual([500, 200]);
    await page.reload();
    await page.getByRole("row", { name: /domains\.list .* 1 of 1 over/ }).waitFor();
  });

  test("revokes a token, and expires another one", async () => {
    for (const [button, category] of [
      ["Revoke", "INVALID_AUTHENTICATION"],
      ["Expire now", "EXPIRED_AUTHENTICATION"],
    ] as const) {
      const { accessToken, accountId } = await visitor.mock.account();
      const page = await opened(`/console/accounts/${accountId}/tokens`);
      await page
        .getByRole("row", { name: /access token/i })
        .getByRole("button", { name: button })
        .click();
      await page.getByRole("status").waitFor();
      const answer = await fetch(`${visitor.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } });
      expect([answer.status, ((await answer.json()) as { category: string }).category]).toEqual([401, category]);
    }
  });

  test("saves a state and brings it back", async () => {
    const account = await visitor.mock.account();
    await account.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
    const page = await opened(`/console/accounts/${account.accountId}/snapshots`);
    await page.getByLabel("Name").fill("before");
    await page.getByRole("button", { name: /^Save/ }).click();
    await page.getByRole("status").waitFor();
    const headers = { authorization: `Bearer ${account.accessToken}` };
    await fetch(`${visitor.url}/crm/objects/2026-03/tickets/901`, { method: "DELETE", headers });
    expect((await account.snapshot()).records?.["tickets"]?.[0]?.archivedAt).toBeDefined();
    await page
      .getByRole("row", { name: /before/ })
      .getByRole("button", { name: /^Restore/ })
      .or(page.getByRole("row", { name: /before/ }).getByRole("link", { name: /^Restore/ }))
      .click();
    const confirm = page.getByRole("button", { name: /^Restore/ });
    if (new URL(page.url()).searchParams.get("done") === null) await confirm.first().click();
    await page.getByRole("status").waitFor();
    expect((await account.snapshot()).records?.["tickets"]?.[0]?.archivedAt).toBeUndefined();
  });

  test("does its work with the keyboard alone, and without JavaScript", async () => {
    const { accessToken, accountId } = await visitor.mock.account();
    const page = await opened("/console/accounts", { javaScript: false });
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
    await tabTo(page, "link", new RegExp(`${accountId}`));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/accounts/${accountId}`);
    await tabTo(page, "link", "Clock");
    // Of the two, the second is that of the account.
    await tabTo(page, "link", "Clock");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/accounts/${accountId}/clock`);
    await tabTo(page, "button", "1 day");
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    expect(await listDomains(accessToken)).toBe(401);
  });

  test("adds and edits a record without JavaScript", async () => {
    const account = await visitor.mock.account();
    const page = await opened(`/console/accounts/${account.accountId}/records`, { javaScript: false });
    await page.getByRole("link", { name: "Add a record" }).click();
    await page.getByLabel("Object type").fill("dragons");
    await page.getByLabel("Name 1").fill("subject");
    await page.getByLabel("Value 1").fill("Printer");
    await page.getByRole("button", { name: "Save the record" }).click();
    await page.getByText(/It must be .*object type/).waitFor();
    await page.getByLabel("Object type").fill("tickets");
    await page.getByRole("button", { name: "Save the record" }).click();
    await page.getByRole("status").waitFor();
    await page.getByRole("link", { name: "Edit the record" }).click();
    await page.getByLabel("Value 1").fill("Scanner");
    await page.getByRole("button", { name: "Save the record" }).click();
    await page.getByText("1 earlier value").waitFor();
    expect((await account.snapshot()).records?.["tickets"]?.[0]).toMatchObject({
      id: "1",
      properties: { subject: [{ value: "Scanner" }, { value: "Printer" }] },
    });
  });

  test("shows whatever it is given as text", async () => {
    const { accountId } = await hostileAccount(visitor.mock);
    const [request] = await visitor.mock.requests.list({ accountId, operationId: "domains.list" });
    const [sent] = await visitor.mock.outbox(accountId);
    const [refused] = await visitor.mock.outbox(accountId, { rejected: true });
    const own = `/console/accounts/${accountId}`;
    const text = encodeURIComponent(hostile);
    const quoting = [
      ...[
        "",
        "/outbox",
        "/records",
        "/records/0-5/901",
        "/records/0-5/901/edit",
        "/records/0-1/301",
        "/tokens",
        "/faults",
        "/snapshots",
      ].map((path) => own + path),
      ...["html", "headers", "data"].map((view) => `${own}/outbox/${sent?.number}?view=${view}`),
      ...["headers", "data"].map((view) => `${own}/outbox/${refused?.number}?rejected=true&view=${view}`),
      `${own}/records?q=${text}`,
      "/console/accounts",
      `/console/requests/${request?.id}`,
      `/oauth/callback?code=${text}&state=${text}`,
      `/oauth/callback?error=${text}&error_description=${text}`,
    ];
    const silent = [
      "/console",
      "/console/faults",
      "/console/oauth",
      `${own}/requests`,
      `${own}/clock`,
      `${own}/outbox/${sent?.number}?view=text`,
    ];
    const asked = [
      `${own}/outbox?to=${text}`,
      `/console/${text}`,
      `/console?operationId=${text}&done=${text}`,
      `${own}/tokens?done=${text}`,
      `/oauth/authorize?client_id=${text}`,
    ];

    const problemsBefore = visitor.problems.length;
    const page = await opened("/console");
    const shown: string[] = [];
    for (const path of [...quoting, ...silent, ...asked]) {
      await page.goto(visitor.url + path);
      // Neither an element of it nor an attribute came to life.
      expect(await page.locator("img, [onerror], script:not([src])").count(), path).toBe(0);
      if ((await page.locator("body").textContent())?.includes("onerror=alert(1)")) shown.push(path);
    }
    expect(quoting.filter((path) => !shown.includes(path))).toEqual([]);
    // What an email tries in its frame is kept from it there, and told here.
    const harmless = /status of 4\d\d|^\S+\?view=html: (Blocked script|Loading the image|Setting the document's base)/;
    expect(visitor.problems.slice(problemsBefore).filter((problem) => !harmless.test(problem))).toEqual([]);
    expect(visitor.elsewhere).toEqual([]);
  });

  test("shows the HTML of an email where it can do nothing", async () => {
    const { accountId } = await hostileAccount(visitor.mock);
    const [sent] = await visitor.mock.outbox(accountId);
    const page = await opened(`/console/accounts/${accountId}/outbox/${sent?.number}?view=html`);
    const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
    await frame?.waitForLoadState();
    expect(await frame?.locator("h1").count()).toBe(1);
    expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
    expect(visitor.elsewhere).toEqual([]);
  });
});
