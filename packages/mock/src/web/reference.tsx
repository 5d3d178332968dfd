import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono, Next } from "hono";
import { etag } from "hono/etag";
import { ownAddress } from "../http/ownAddress.ts";
import { ownPackage } from "../ownPackage.ts";
import { type Bindings, createApp, plainErrorPage } from "./app.tsx";

export interface ReferenceOptions {
  readonly onError: (error: unknown) => void;
  /** The folder that contains `reference/`, which `pnpm run docs` builds. Default: this package's folder. */
  readonly root?: string;
}

/** Redoc adds its styles at run time, and searches in a worker. */
const redocPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Addresses of pages that have moved. Browsers keep the fragment, which names the operation in Redoc. */
const movedPages: Readonly<Record<string, string>> = { "/": "/docs/", "/redoc": "/docs/redoc/", "/api.html": "/docs/redoc/" };

/** The address of the mock in all examples of the reference. */
const usualAddress = "http://127.0.0.1:4010";

/** The reference may be built or rebuilt while the mock runs. */
export function createReference({ onError, root = ownPackage }: ReferenceOptions): Hono<Bindings> {
  const app = createApp({ basePath: "/docs", onError });
  app.use(etag());
  app.use(withOwnAddress);
  app.use(async ({ header, req }, next) => {
    header("cache-control", "no-cache");
    await next();
    // `serveStatic` does not know Markdown.
    if (req.path.endsWith(".md")) header("content-type", "text/markdown; charset=utf-8");
  });
  for (const [path, target] of Object.entries(movedPages)) {
    app.get(path, ({ req, redirect }, next) => (new URL(req.url).pathname === target ? next() : Promise.resolve(redirect(target, 308))));
  }
  app.get("/redoc/*", async (context, next) => {
    context.set("ownHeaders", { "content-security-policy": redocPolicy });
    await next();
  });
  // `serveStatic` requires an existing folder, but the reference may be built later.
  app.get("/*", serveStatic({ root, rewriteRequestPath: (path) => `reference${path.slice("/docs".length)}` }));
  app.get("/*", (context, next) => {
    if (existsSync(join(root, "reference/index.html"))) return next();
    return plainErrorPage(
      context,
      404,
      "The reference is not built yet",
      "Run npx pnpm run docs in the repository, then reload this page.",
    );
  });
  return app;
}

/** Examples name the address at which the reader has opened the page, so that they work when they are copied. */
async function withOwnAddress(context: Context, next: Next): Promise<void> {
  await next();
  const address = ownAddress(new URL(context.req.url), context.req.header());
  const { res } = context;
  if (address === usualAddress || !/^https?:[\w.:[\]/-]+$/.test(address) || !/text|json/.test(res.headers.get("content-type") ?? ""))
    return;
  const text = (await res.text()).replaceAll(usualAddress, address);
  context.res = new Response(text, { status: res.status, headers: res.headers });
  context.res.headers.delete("content-length");
}
