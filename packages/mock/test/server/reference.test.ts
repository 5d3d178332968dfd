import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("Redoc's page has its own policy, the other pages have the default policy, and Markdown has its content type", async () => {
  await mkdir(join(root, "reference/redoc"), { recursive: true });
  for (const name of ["index.html", "index.md", "redoc/index.html"]) await writeFile(join(root, "reference", name), name);
  const reference = createReference({ root, onError: (error) => failures.push(error) });

  const moved = await send(reference, "/docs/api.html");
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/docs/redoc/"]);
  const redoc = await send(reference, "/docs/redoc/");
  expect(redoc.headers.get("content-security-policy")).toContain("script-src 'self'; worker-src blob:; style-src 'self' 'unsafe-inline';");
  const again = await send(reference, "/docs/redoc/", { "if-none-match": redoc.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  const page = await send(reference, "/docs/");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self';");
  const markdown = await send(reference, "/docs/index.md");
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
});

test("examples name the address at which the page was requested", async () => {
  await mkdir(join(root, "reference"));
  await writeFile(join(root, "reference/index.md"), "curl http://127.0.0.1:4010/crm\n");
  const reference = createReference({ root, onError: (error) => failures.push(error) });
  const textAt = async (url: string, headers: Record<string, string> = {}) =>
    (await reference.fetch(new Request(url, { headers }), ownProcess)).text();
  expect(await textAt("http://127.0.0.1:4010/docs/index.md")).toBe("curl http://127.0.0.1:4010/crm\n");
  expect(await textAt("http://localhost:5000/docs/index.md")).toBe("curl http://localhost:5000/crm\n");
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "mock.example" };
  expect(await textAt("http://localhost:5000/docs/index.md", forwarded)).toBe("curl https://mock.example/crm\n");
  expect(await textAt('http://a"b/docs/index.md')).toBe("curl http://127.0.0.1:4010/crm\n");
  expect(failures).toEqual([]);
});
