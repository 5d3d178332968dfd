import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { type Bindings, createApp, errorPage } from "./app.tsx";

/** In the package beside `src` and `dist`; made by `pnpm run docs`. */
const folder = fileURLToPath(new URL("../../reference", import.meta.url));

/** Serves the reference, a static site that was built before. */
export function createReference({ onError }: { readonly onError: (error: unknown) => void }): Hono<Bindings> {
  const app = createApp({ basePath: "/docs", onError });
  app.use(etag());
  app.get("/", ({ req, redirect }, next) => (new URL(req.url).pathname.endsWith("/") ? next() : Promise.resolve(redirect("/docs/", 308))));
  app.get("/*", serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice("/docs".length) }));
  app.get("/", () => errorPage(404, "The reference is not built yet", "Run npx pnpm run docs, and load this page again."));
  return app;
}
