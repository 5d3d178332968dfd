import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

export type { BrowserContext, Page } from "playwright-core";

/** Whether the package of the browser, which holds it for one kind of machine, holds it for this one. */
export const hasBrowser: boolean = process.platform === "linux" && process.arch === "x64";

/**
 * What makes the package fit for scraping in a small machine, and tests worthless: a page may read every answer, and one process
 * for all of it ends with the first profile that is closed.
 */
const unfit = ["--disable-web-security", "--allow-running-insecure-content", "--single-process"];

export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Opens Chromium.
 * @param proxy where it sends every request that is not for this machine
 */
export async function openBrowser(proxy: string): Promise<OpenBrowser> {
  // The package takes any file of this name in the folder for temporary files for its browser, also that of another version.
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-chromium-"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const executablePath = await unpackedTo(folder);
    const args = [...chromium.args.filter((argument) => !unfit.includes(argument)), `--proxy-server=${proxy}`];
    const browser = await playwright.launch({ executablePath, args, headless: true });
    return { browser, close: () => browser.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function unpackedTo(folder: string): Promise<string> {
  const { TMPDIR: before } = process.env;
  process.env["TMPDIR"] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
