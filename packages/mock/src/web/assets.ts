import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { ownPackage } from "../ownPackage.ts";
import { type Bindings, createApp } from "./app.tsx";

const folder = join(ownPackage, "assets");

export function createAssets({ onError }: { readonly onError: (error: unknown) => void }): Hono<Bindings> {
  const app = createApp({ basePath: "/assets", onError });
  app.use(etag());
  app.use(async ({ header }, next) => {
    header("cache-control", "no-cache");
    await next();
  });
  app.get("/*", serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice("/assets".length) }));
  return app;
}
