import type { Hono } from "hono";
import { contextStorage } from "hono/context-storage";
import { type Bindings, createApp } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { addAccess } from "./access/access.tsx";
import { addAccounts } from "./accounts/accounts.tsx";
import { addClock } from "./clock/clock.tsx";
import { addFaults } from "./faults/faults.tsx";
import { addDebugger } from "./oauth/debugger.ts";
import { addOutbox } from "./outbox/outbox.tsx";
import { consoleRefusal } from "./page.tsx";
import { addRecords } from "./records/records.tsx";
import { addEvents } from "./requests/events.tsx";
import { addRequests } from "./requests/requests.tsx";
import { addSnapshots } from "./snapshots/snapshots.tsx";
import { addTokens } from "./tokens.tsx";

/** The console: what the mock has done and holds, live, and the hand inside it. It can do nothing that the control API cannot. */
export function createConsole(parts: Parts): Hono<Bindings> {
  const app = createApp({ basePath: "/console", onError: parts.onError, refusalPage: consoleRefusal });
  app.use(contextStorage());
  addAccess(app, parts);
  addEvents(app, parts);
  addRequests(app, parts);
  addAccounts(app, parts);
  addTokens(app, parts);
  addClock(app, parts);
  addFaults(app, parts);
  addOutbox(app, parts);
  addRecords(app, parts);
  addSnapshots(app, parts);
  addDebugger(app, parts);
  // People type it.
  app.get("/*", ({ req, redirect, notFound }) => (req.path.endsWith("/") ? redirect(req.path.replace(/\/+$/, ""), 303) : notFound()));
  return app;
}
