import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../sites.ts";
import { Moment } from "./moment.tsx";
import { doneAt, type NoteCode } from "./notes.ts";
import { accountOf, accountPath } from "./ofAccount.ts";
import { consolePage } from "./page.tsx";
import { TokenTable } from "./tokenTable.tsx";

const pageSize = 100;

/** The tokens of an account: never a token itself, but how long it lives, and its end by a click. */
export function addTokens(app: Hono<Bindings>, { control, store }: Parts): void {
  app.get(`${accountPath}/tokens`, async (context) => {
    const { req } = context;
    const accountId = await accountOf(context, { store });
    const after = req.query("after");
    const page = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const [{ results: tokens, paging }, clock] = await Promise.all([control.tokens.list(accountId, page), control.clock.get(accountId)]);
    const path = pathOf(accountId);
    return consolePage({
      title: `Tokens of account ${accountId}`,
      current: path,
      accountId,
      children: (
        <>
          <p>
            By the <a href={`/console/accounts/${accountId}/clock`}>account’s clock</a> it is <Moment at={clock.now} /> UTC.
          </p>
          {tokens.length === 0 ? (
            <p class="empty">
              {after === undefined ? "The account has no token. An app gets one when a user approves it." : "There are no older tokens."}
            </p>
          ) : (
            <TokenTable tokens={tokens} path={path} now={Date.parse(clock.now)} />
          )}
          <p class="actions">
            {after !== undefined && <a href={path}>The newest tokens</a>}
            {paging && (
              <a class="button" rel="next" href={`${path}?${new URLSearchParams({ after: paging.next.after })}`}>
                Older tokens
              </a>
            )}
          </p>
        </>
      ),
    });
  });
  app.post(`${accountPath}/tokens/:tokenId/revoke`, async (context) => {
    const accountId = await accountOf(context, { store });
    await control.tokens.delete(accountId, context.req.param("tokenId"));
    return context.redirect(done(accountId, "token-revoked"), 303);
  });
  app.post(`${accountPath}/tokens/:tokenId/expire`, async (context) => {
    const accountId = await accountOf(context, { store });
    await control.tokens.expire(accountId, context.req.param("tokenId"));
    return context.redirect(done(accountId, "token-expired"), 303);
  });
}

function pathOf(accountId: number): string {
  return `/console/accounts/${accountId}/tokens`;
}

function done(accountId: number, code: NoteCode): string {
  return doneAt(pathOf(accountId), code);
}
