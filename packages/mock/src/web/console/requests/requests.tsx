import type { Hono } from "hono";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { accountIn, accountPath, addressOf, consolePage, done } from "../page.tsx";
import { requestEntryPage } from "./requestEntry.tsx";
import { type RequestFilter, readFilter } from "./requestFilter.ts";
import { RequestList } from "./requestList.tsx";

const pageSize = 100;

/** The journal: what came in and how it was answered, in pages, and each request with all that is known of it. */
export function addRequests(app: Hono<Bindings>, { control }: Parts): void {
  app.get("/", ({ req }) => listPage(req.query()));
  app.get(`${accountPath}/requests`, (context) => listPage(context.req.query(), accountIn(context)));
  app.post("/requests/clear", async (context) => {
    await control.requests.clear();
    return done(context, "/console", "journal-cleared");
  });
  app.post(`${accountPath}/requests/clear`, async (context) => {
    const accountId = accountIn(context);
    await control.requests.clear(accountId);
    return done(context, addressOf(accountId, "requests"), "journal-cleared");
  });
  app.get("/requests/:requestId{[0-9]+}", async ({ req }) => requestEntryPage(await control.requests.get(Number(req.param("requestId")))));

  async function listPage(query: Readonly<Record<string, string>>, accountId?: number): Promise<Response> {
    const filter = readFilter(query, accountId);
    const isOfAccount = accountId !== undefined;
    const path = isOfAccount ? addressOf(accountId, "requests") : "/console";
    const before = query["before"] === undefined ? undefined : Number(query["before"]);
    const { entries, hasOlder } = await page(filter, before);
    return consolePage({
      title: isOfAccount ? `Requests of account ${accountId}` : "Requests",
      current: path,
      accountId,
      scripts: ["live.js"],
      children: <RequestList {...{ filter, entries, hasOlder, path, isOfAccount, isNewest: before === undefined }} />,
    });
  }

  /** The newest entries first; one more is asked for than is shown, to know whether there are older ones. */
  async function page(filter: RequestFilter, before: number | undefined): Promise<{ entries: RequestEntry[]; hasOlder: boolean }> {
    const found = await control.requests.list({ ...filter, ...(before === undefined ? {} : { before }), limit: pageSize + 1 });
    return { entries: found.slice(-pageSize).reverse(), hasOlder: found.length > pageSize };
  }
}
