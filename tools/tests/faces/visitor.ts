/** A person at a browser, looking at a mock that runs beside the test. */
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { addDemoAccount, createMock, type Mock, serveMock } from "@crm-platform/mock";

import { type BrowserContext, openBrowser, type Page } from "../../browser/browser.ts";
import { root } from "../workspace.ts";

const themes = ["light", "dark"] as const;

/** A phone, a small and a large screen; in CSS pixels. */
export const widths = [360, 1024, 1920] as const;

export interface Visitor {
  readonly mock: Mock;
  /** Of the mock, without a slash at the end. */
  readonly url: string;
  /** A browser profile of its own, which has no cookies. What goes wrong in its pages is in `problems`. */
  context(options?: {
    readonly width?: number;
    readonly javaScript?: boolean;
    readonly colorScheme?: (typeof themes)[number];
  }): Promise<BrowserContext>;
  /** Errors and refusals of the policy, of all pages so far. */
  readonly problems: string[];
  /** What pages asked other hosts for. */
  readonly elsewhere: string[];
  close(): Promise<void>;
}

/** Serves a mock with the demo account and opens a browser. */
export async function visit(): Promise<Visitor> {
  const mock = await createMock({ keepSunsetOperations: true });
  await addDemoAccount(mock);
  const server = await serveMock({ mock, port: 0 });
  const elsewhere: string[] = [];
  const proxy = await refusingProxy(elsewhere);
  const { browser, close } = await openBrowser(proxy.url);
  const problems: string[] = [];
  return {
    mock,
    url: server.url,
    problems,
    elsewhere,
    context: async ({ width = 1024, javaScript = true, colorScheme = "light" } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: width < 500 ? 760 : 900 },
        javaScriptEnabled: javaScript,
        colorScheme,
        reducedMotion: "reduce",
      });
      // Ends only what hangs.
      context.setDefaultTimeout(240_000);
      context.on("weberror", (error) => problems.push(error.error().message));
      context.on("console", (message) => {
        if (message.type() === "error") problems.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on("dialog", (dialog) => {
        problems.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      return context;
    },
    close: async () => {
      await close();
      await server.close();
      await mock.close();
      await proxy.close();
    },
  };
}

/** Lets nothing through, and keeps what it was asked for. */
async function refusingProxy(asked: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(403).end();
  }).on("connect", ({ url = "" }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const artifacts = join(root, "artifacts/screenshots");

/** With KEEP_SCREENSHOTS set, keeps what a page looks like in both themes, for people; git ignores the folder. */
export async function keepScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env["KEEP_SCREENSHOTS"]) return;
  await mkdir(artifacts, { recursive: true });
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(artifacts, `${name}-${theme}.png`), fullPage: false });
  }
}
