import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

export type { Page } from "playwright-core";

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
  const args = [...chromium.args.filter((argument) => !unfit.includes(argument)), `--proxy-server=${proxy}`];
  const browser = await playwright.launch({ executablePath: await unpacked(), args, headless: true, timeout: 240_000 });
  return { browser, close: () => browser.close() };
}

/** Unpacks the browser once for all: it takes seconds. The name of the folder has the version, because the package does not check it. */
async function unpacked(): Promise<string> {
  const modules = join(import.meta.dirname, "../node_modules");
  const { version } = JSON.parse(await readFile(join(modules, "@sparticuz/chromium/package.json"), "utf8")) as { version: string };
  const folder = join(modules, `.cache/chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(dirname(folder), { recursive: true });
    const own = await mkdtemp(`${folder}-`);
    await unpackTo(own);
    // Another process may have been faster; its browser is the same.
    await rename(own, folder).catch(() => rm(own, { recursive: true }));
  }
  return unpackTo(folder);
}

/** Resolves to the program in the folder, which is unpacked unless it is there. */
async function unpackTo(folder: string): Promise<string> {
  const { TMPDIR: before } = process.env;
  process.env["TMPDIR"] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
