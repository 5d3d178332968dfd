import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownProcess } from "../../src/http/httpRequest.ts";
import { createReference } from "../../src/web/reference.tsx";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "crm-platform-reference-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const failures: unknown[] = [];
const send = (reference: ReturnType<typeof createReference>, path: string, headers: Record<string, string> = {}) =>
  reference.fetch(new Request(`http://127.0.0.1:4010${path}`, { headers }), ownProcess);

test("until the reference is built, a page explains how to build it; afterwards, the reference is served without a restart", async () => {
  const reference = createReference({ root, onError: (error) => failures.push(error) });
  for (const path of ["/docs/", "/docs/errors.html"]) {
    const response = await send(reference, path);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("npx pnpm run docs")]);
  }

  await mkdir(join(root, "reference"));
  await writeFile(join(root, "reference/index.html"), "<h1>Overview</h1>");
  const page = await send(reference, "/docs/");
  expect([page.status, await page.text()]).toEqual([200, "<h1>Overview</h1>"]);
  const missing = await send(reference, "/docs/nothing.html");
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("Page not found")]);
  expect(failures).toEqual([]);
});

test("the address of the reference redirects to its first page, and no path gives access to files outside the reference's folder", async () => {
  await writeFile(join(root, "package.json"), "{}");
  const reference = createReference({ root, onError: (error) => failures.push(error) });
  const redirect = await send(reference, "/docs");
  expect([redirect.status, redirect.headers.get("location")]).toEqual([308, "/docs/"]);
  for (const path of ["/docs/%2e%2e/package.json", "/docs/..%2fpackage.json", "/docs/%5c..%5cpackage.json"]) {
    expect((await send(reference, path)).status, path).toBe(404);
  }
});

test("the API page has the policy that was generated at build time, and the other pages have the default policy", async () => {
  await mkdir(join(root, "reference"));
  const files = {
    "index.html": "<h1>Overview</h1>",
    "api.html": "<h1>API</h1>",
    "api.policy.txt": "default-src 'none'; script-src 'sha256-0'",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, "reference", name), text);
  await writeFile(join(root, "reference/api.html.gz"), gzipSync(files["api.html"]));
  const reference = createReference({ root, onError: (error) => failures.push(error) });

  const api = await send(reference, "/docs/api.html", { "accept-encoding": "gzip" });
  expect(api.headers.get("content-security-policy")).toBe(files["api.policy.txt"]);
  expect([api.headers.get("content-encoding"), api.headers.get("content-type")]).toEqual(["gzip", "text/html; charset=utf-8"]);
  const again = await send(reference, "/docs/api.html", { "accept-encoding": "gzip", "if-none-match": api.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  const page = await send(reference, "/docs/");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
});
