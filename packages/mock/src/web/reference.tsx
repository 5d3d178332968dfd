import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { ownPackage } from "../ownPackage.ts";
import { type Bindings, createApp, errorPage } from "./app.tsx";

export interface ReferenceOptions {
  readonly onError: (error: unknown) => void;
  /** The folder with a folder `reference` in it, which `pnpm run docs` makes: that of the package. */
  readonly root?: string;
}

/** Serves the reference, a static site that was built before; it may be built anew meanwhile. */
export function createReference({ onError, root = ownPackage }: ReferenceOptions): Hono<Bindings> {
  const app = createApp({ basePath: "/docs", onError });
  app.use(etag());
  app.use(async ({ header }, next) => {
    header("cache-control", "no-cache");
    await next();
  });
  app.get("/", ({ req, redirect }, next) => (new URL(req.url).pathname.endsWith("/") ? next() : Promise.resolve(redirect("/docs/", 308))));
  app.get("/api.html", async (context, next) => {
    // Redoc brings scripts inside of its page, and the builder has listed them.
    const policy = await readFile(join(root, "reference/api.policy.txt"), "utf8").catch(() => undefined);
    if (policy !== undefined) context.set("ownHeaders", { "content-security-policy": policy });
    await next();
  });
  // From the folder of the package, which is always there: that of the reference may come later.
  app.get("/*", serveStatic({ root, rewriteRequestPath: (path) => `reference${path.slice("/docs".length)}`, precompressed: true }));
  const isBuilt = (): boolean => existsSync(join(root, "reference/index.html"));
  app.get("/*", (_, next) =>
    isBuilt()
      ? next()
      : errorPage(404, "The reference is not built yet", "Run npx pnpm run docs in the repository, and load this page again."),
  );
  return app;
}
