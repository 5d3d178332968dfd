import type { Hono } from "hono";
import { contextStorage } from "hono/context-storage";
import { type Bindings, createApp } from "../app.tsx";
import type { Parts } from "../sites.ts";
import { addAccess } from "./access.tsx";
import { addAccounts } from "./accounts.tsx";
import { addClock } from "./clock.tsx";
import { addEvents } from "./events.tsx";
import { addFaults } from "./faults.tsx";
import { addDebugger } from "./oauth/debugger.ts";
import { addOutbox } from "./outbox.tsx";
import { consoleRefusal } from "./page.tsx";
import { addRecords } from "./records.tsx";
import { addRequests } from "./requests.tsx";
import { addSnapshots } from "./snapshots.tsx";
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
  return app;
}
