import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { ownPackage } from "../ownPackage.ts";
import { type Bindings, createApp, plainErrorPage } from "./app.tsx";

export interface ReferenceOptions {
  readonly onError: (error: unknown) => void;
  /** The folder that contains `reference/`, which `pnpm run docs` builds. Default: this package's folder. */
  readonly root?: string;
}

/** The reference may be built or rebuilt while the mock runs. */
export function createReference({ onError, root = ownPackage }: ReferenceOptions): Hono<Bindings> {
  const app = createApp({ basePath: "/docs", onError });
  app.use(etag());
  app.use(async ({ header }, next) => {
    header("cache-control", "no-cache");
    await next();
  });
  app.get("/", ({ req, redirect }, next) => (new URL(req.url).pathname.endsWith("/") ? next() : Promise.resolve(redirect("/docs/", 308))));
  app.get("/api.html", async (context, next) => {
    // Redoc's page has inline scripts. The build writes a policy that allows exactly those scripts.
    const policy = await readFile(join(root, "reference/api.policy.txt"), "utf8").catch(() => undefined);
    if (policy !== undefined) context.set("ownHeaders", { "content-security-policy": policy });
    await next();
  });
  // `serveStatic` requires an existing folder, but the reference may be built later.
  app.get("/*", serveStatic({ root, rewriteRequestPath: (path) => `reference${path.slice("/docs".length)}`, precompressed: true }));
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
