import { scopes } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../../browser/axe.ts";
import { hasBrowser } from "../../browser/browser.ts";
import { keepScreenshots, openTestBrowser, type TestBrowser, tabTo } from "./testBrowser.ts";

let browser: TestBrowser;

beforeAll(async () => {
  if (hasBrowser) browser = await openTestBrowser();
});
afterAll(() => browser?.close());

async function newApp(): Promise<{ clientId: string; clientSecret: string; redirectUri: string }> {
  const redirectUri = `${browser.url}/oauth/callback`;
  const { app } = await browser.mock.account({ hubDomain: "larkspurbikes.example", redirectUris: [redirectUri] });
  return { ...app, redirectUri };
}

function installUrl(parameters: Readonly<Record<string, string>>): string {
  return `${browser.url}/oauth/authorize?${new URLSearchParams(parameters)}`;
}

async function tokensFor(form: Readonly<Record<string, string>>): Promise<{ status: number; scopes: readonly string[] }> {
  const response = await fetch(`${browser.url}/oauth/v1/token`, { method: "POST", body: new URLSearchParams(form) });
  return { status: response.status, scopes: ((await response.json()) as { scopes: readonly string[] }).scopes };
}

describe.skipIf(!hasBrowser)("installing an app", () => {
  test("grants the remaining scopes after the user deselects a scope", async () => {
    const { clientId, clientSecret, redirectUri } = await newApp();
    const page = await browser.newPage();
    const asked = { client_id: clientId, redirect_uri: redirectUri, scopes: "tickets", optional_scopes: "content social", state: "s1" };
    await page.goto(installUrl(asked));
    await page.getByRole("button", { name: /larkspurbikes\.example/ }).click();
    await page.getByRole("checkbox", { name: /social/ }).uncheck();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${redirectUri}?*`);
    const came = new URL(page.url()).searchParams;
    expect(came.get("state")).toBe("s1");
    const code = came.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret };
    expect(await tokensFor(form)).toEqual({ status: 200, scopes: ["content", "tickets"] });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Code received");
  });

  test("works by keyboard alone and without JavaScript", async () => {
    const { clientId, redirectUri } = await newApp();
    const page = await browser.newPage({ javaScript: false });
    const asked = { client_id: clientId, redirect_uri: redirectUri, scopes: "tickets", optional_scopes: "content" };
    await page.goto(installUrl(asked));
    await tabTo(page, "button", /larkspurbikes\.example/);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await tabTo(page, "checkbox", /content/);
    await page.keyboard.press("Space");
    await tabTo(page, "button", /^Approve$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${redirectUri}?code=*`);
  });

  test.each([
    [1280, 900],
    [360, 760],
  ])("shows the buttons without scrolling, with all scopes requested, at %i x %i", async (width, height) => {
    const { clientId, redirectUri } = await newApp();
    const page = await browser.newPage({ width });
    await page.setViewportSize({ width, height });
    const [needed, optional] = [Object.keys(scopes).slice(0, 40), [...Object.keys(scopes).slice(40), "timeline"]];
    const asked = { client_id: clientId, redirect_uri: redirectUri, scopes: needed.join(" "), optional_scopes: optional.join(" ") };
    await page.goto(installUrl(asked));
    await page.getByRole("button", { name: /larkspurbikes\.example/ }).click();
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await keepScreenshots(page, `consent-many-scopes-${width}`);
    for (const name of ["Approve", "Deny"]) {
      const box = await page.getByRole("button", { name }).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= height, name).toBe(true);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    // The buttons must not cover the focused element.
    const last = page.getByRole("checkbox").last();
    await last.focus();
    const [box, decision] = [await last.boundingBox(), await page.locator(".decision").boundingBox()];
    expect(box && decision && box.y + box.height <= decision.y).toBe(true);
    await approve.click();
    await page.waitForURL(`${redirectUri}?*`);
  });

  test("is shown step by step in the debugger", async () => {
    await newApp();
    const page = await browser.newPage();
    await page.goto(`${browser.url}/console/oauth`);
    await page.getByRole("button", { name: "Install the app" }).click();
    await page.getByRole("link", { name: "Open the consent page" }).click();
    await page.locator("button[name=account]").click();
    await page.getByRole("button", { name: "Approve" }).click();
    const problems: string[] = [];
    for (const [step, button] of [
      [2, "Exchange the code"],
      [3, "Refresh the access token"],
      [4, "Get the metadata"],
      [5, "Revoke the refresh token"],
    ] as const) {
      await page.getByRole("heading", { level: 2, name: `${step}. ` }).waitFor();
      problems.push(...(await accessibilityProblems(page)));
      await page.getByRole("button", { name: button }).click();
    }
    await page.getByRole("heading", { level: 2, name: "6. " }).waitFor();
    problems.push(...(await accessibilityProblems(page)));
    expect(problems).toEqual([]);
    expect(await page.locator("main").textContent()).toContain("grant_type=refresh_token");
    expect(await page.locator("main").textContent()).not.toMatch(/Bearer [\w-]{20}|client_secret=[\w-]{8}/);
  });

  test("cannot be approved by a page on another site", async () => {
    const { clientId, redirectUri } = await newApp();
    const page = await browser.newPage();
    const context = page.context();
    const url = installUrl({ client_id: clientId, redirect_uri: redirectUri, scopes: "tickets" });
    await page.goto(url);
    await page.getByRole("button", { name: /larkspurbikes\.example/ }).click();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    // Browsers treat localhost and 127.0.0.1 as different sites.
    const foreign = url.replace("127.0.0.1", "localhost").replace(/\/oauth\/authorize.*/, "/oauth/callback");
    const attacker = await context.newPage();
    await attacker.goto(foreign);
    await attacker.evaluate(`location.href = ${JSON.stringify(`${url}&decision=approve`)}`);
    await attacker.getByRole("button", { name: "Approve" }).waitFor();
    expect(new URL(attacker.url()).pathname).toBe("/oauth/authorize");
    const framed = await context.newPage();
    await framed.setContent(`<iframe src="${url}"></iframe>`);
    await expect.poll(() => framed.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});
