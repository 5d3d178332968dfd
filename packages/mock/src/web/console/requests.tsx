import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../sites.ts";
import { consolePage } from "./page.tsx";

/** The journal: what came in and how it was answered. */
export function addRequests(app: Hono<Bindings>, { control }: Parts): void {
  app.get("/", async () => {
    const entries = await control.requests.list();
    return consolePage({
      title: "Requests",
      current: "/console",
      children: <p>{entries.length}</p>,
    });
  });
}
