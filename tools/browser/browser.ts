import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

export type { Page } from "playwright-core";

export const hasBrowser: boolean = process.platform === "linux" && process.arch === "x64";

// No page uses WebGL, and emulating a graphics processor would take a fifth of the page tests' time.
chromium.setGraphicsMode = false;

/** Default flags of the package that would invalidate tests: they disable web security, or use one process for all browser contexts. */
const unwantedFlags = ["--disable-web-security", "--allow-running-insecure-content", "--single-process"];

/** Opens Chromium. @param proxy the proxy for all requests to other hosts */
export async function openBrowser(proxy: string): Promise<Browser> {
  const args = [...chromium.args.filter((argument) => !unwantedFlags.includes(argument)), `--proxy-server=${proxy}`];
  return playwright.launch({ executablePath: await unpacked(), args, headless: true, timeout: 240_000 });
}

/** Unpacks the browser only once per version, because unpacking takes seconds. */
async function unpacked(): Promise<string> {
  const modules = join(import.meta.dirname, "../node_modules");
  const { version } = JSON.parse(await readFile(join(modules, "@sparticuz/chromium/package.json"), "utf8")) as { version: string };
  const folder = join(modules, `.cache/chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(dirname(folder), { recursive: true });
    const own = await mkdtemp(`${folder}-`);
    await unpackTo(own);
    // Another process may have unpacked the browser in the meantime.
    await rename(own, folder).catch(() => rm(own, { recursive: true }));
  }
  return unpackTo(folder);
}

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
