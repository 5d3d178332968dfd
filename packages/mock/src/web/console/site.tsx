import type { Hono } from "hono";
import { type Bindings, createApp } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { addAccess } from "./access/access.tsx";
import { addAccounts } from "./accounts/accounts.tsx";
import { addClock } from "./clock.tsx";
import { addDifferences } from "./differences.tsx";
import { addDomains } from "./domains.tsx";
import { addCustomEvents } from "./events/events.tsx";
import { addFaults } from "./faults/faults.tsx";
import { addLists } from "./lists.tsx";
import { addDebugger } from "./oauth/debugger.tsx";
import { addObjectSchemas } from "./objectSchemas.tsx";
import { addOutbox } from "./outbox/outbox.tsx";
import { addOwners } from "./owners.tsx";
import { consoleError } from "./page.tsx";
import { addAssociation } from "./records/association.tsx";
import { addLabels } from "./records/labels.tsx";
import { addRecords } from "./records/records.tsx";
import { addEvents } from "./requests/events.tsx";
import { addRequests } from "./requests/requests.tsx";
import { addSmtpTokens } from "./smtpTokens.tsx";
import { addSnapshots } from "./snapshots.tsx";
import { addTimeline } from "./timeline/timelinePage.tsx";
import { addTokens } from "./tokens.tsx";
import { addVersions } from "./versions.tsx";
import { addWebhooks } from "./webhooks.tsx";

/** Reads and changes the mock's state only through the control API and, as the user of an account, through the platform's operations. */
export function createConsole(parts: Parts): Hono<Bindings> {
  const app = createApp({ basePath: "/console", onError: parts.onError, errorPage: consoleError });
  addAccess(app, parts);
  addEvents(app, parts);
  addRequests(app, parts);
  addVersions(app, parts);
  addAccounts(app, parts);
  addTimeline(app, parts);
  addTokens(app, parts);
  addClock(app, parts);
  addFaults(app, parts);
  addOutbox(app, parts);
  addRecords(app, parts);
  addAssociation(app, parts);
  addLabels(app, parts);
  addObjectSchemas(app, parts);
  addLists(app, parts);
  addCustomEvents(app, parts);
  addWebhooks(app, parts);
  addSmtpTokens(app, parts);
  addDomains(app, parts);
  addOwners(app, parts);
  addSnapshots(app, parts);
  addDifferences(app, parts);
  addDebugger(app, parts);
  // Redirects addresses that were typed with a trailing slash.
  app.get("/*", ({ req, redirect, notFound }) => (req.path.endsWith("/") ? redirect(req.path.replace(/\/+$/, ""), 303) : notFound()));
  return app;
}
