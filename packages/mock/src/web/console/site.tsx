import type { Hono } from "hono";
import { type Bindings, createApp } from "../app.tsx";
import type { Parts } from "../sites.ts";
import { addRequests } from "./requests.tsx";

/** The console: what the mock has done and holds, live, and the hand inside it. */
export function createConsole(parts: Parts): Hono<Bindings> {
  const app = createApp({ basePath: "/console", onError: parts.onError });
  addRequests(app, parts);
  return app;
}
