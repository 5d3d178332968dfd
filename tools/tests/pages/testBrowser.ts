import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { addDemoAccount, createMock, type Mock, serveMock } from "@crm-platform/mock";
import { onTestFinished } from "vitest";
import { openBrowser, type Page } from "../../browser/browser.ts";
import { root } from "../workspace.ts";

const themes = ["light", "dark"] as const;

/** A phone, a large screen and a small screen, in CSS pixels. The accessibility checks follow on the small screen. */
export const widths = [360, 1920, 1024] as const;

interface PageOptions {
  readonly width?: number;
  readonly javaScript?: boolean;
  readonly colorScheme?: (typeof themes)[number];
}

export interface TestBrowser {
  readonly mock: Mock;
  readonly url: string;
  /** Uses a new browser profile without cookies. The page stays open until the test ends. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Script errors, console errors, dialogs and violations of the content security policy, from all pages so far. */
  readonly problems: string[];
  readonly elsewhere: string[];
  close(): Promise<void>;
}

/** The mock has the demo account. */
export async function openTestBrowser(): Promise<TestBrowser> {
  const mock = await createMock({ keepSunsetOperations: true });
  await addDemoAccount(mock);
  const server = await serveMock({ mock, port: 0 });
  const elsewhere: string[] = [];
  const proxy = await rejectingProxy(elsewhere);
  const browser = await openBrowser(proxy.url);
  const problems: string[] = [];
  return {
    mock,
    url: server.url,
    problems,
    elsewhere,
    newPage: async ({ width = 1024, javaScript = true, colorScheme = "light" } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: width < 500 ? 760 : 900 },
        javaScriptEnabled: javaScript,
        colorScheme,
        reducedMotion: "reduce",
      });
      context.setDefaultTimeout(240_000);
      context.on("weberror", (error) => problems.push(error.error().message));
      context.on("console", (message) => {
        if (message.type() === "error") problems.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on("dialog", (dialog) => {
        problems.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      onTestFinished(() => context.close());
      return context.newPage();
    },
    close: async () => {
      await browser.close();
      await server.close();
      await mock.close();
      await proxy.close();
    },
  };
}

async function rejectingProxy(requestedUrls: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url = "" }, response) => {
    requestedUrls.push(url);
    response.writeHead(403).end();
  }).on("connect", ({ url = "" }, socket) => {
    requestedUrls.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export async function tabTo(page: Page, role: "button" | "checkbox" | "link", name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name });
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await target.and(page.locator(":focus")).count()) === 1) return;
  }
  throw new Error(`Tab does not reach the ${role} ${name}.`);
}

const artifacts = join(root, "artifacts/screenshots");

/** Saves a screenshot in each theme if KEEP_SCREENSHOTS is set. Git ignores the folder. */
export async function keepScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env["KEEP_SCREENSHOTS"]) return;
  await mkdir(artifacts, { recursive: true });
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(artifacts, `${name}-${theme}.png`), fullPage: false });
  }
}
