import type { Hono } from "hono";
import type { Token } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { type Column, Pager, Table } from "./components/table.tsx";
import { Cut, distance, Moment, ScopeList } from "./components/text.tsx";
import { accountIn, accountPath, addressOf, consolePage, done } from "./page.tsx";

const pageSize = 100;

/** The tokens of an account: never a token itself, but its lifetime, and buttons that end it. */
export function addTokens(app: Hono<Bindings>, { control }: Parts): void {
  app.get(`${accountPath}/tokens`, async (context) => {
    const accountId = accountIn(context);
    const after = context.req.query("after");
    const page = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const [{ results: tokens, paging }, clock] = await Promise.all([control.tokens.list(accountId, page), control.clock.get(accountId)]);
    const path = addressOf(accountId, "tokens");
    const older = paging && { href: `${path}?${new URLSearchParams({ after: paging.next.after })}`, text: "Older tokens" };
    const nothing =
      after === undefined ? "The account has no token. An app gets one when a user approves it." : "There are no older tokens.";
    return consolePage({
      title: `Tokens of account ${accountId}`,
      current: path,
      accountId,
      children: (
        <>
          <p>
            By the <a href={addressOf(accountId, "clock")}>account’s clock</a> it is <Moment at={clock.now} /> UTC.
          </p>
          {tokens.length === 0 ? (
            <p class="empty">{nothing}</p>
          ) : (
            <Table
              caption="Newest first. The mock keeps the hashes of tokens only, so no token can be shown."
              columns={columnsOf(path, Date.parse(clock.now))}
              items={tokens}
            />
          )}
          <Pager first={after === undefined ? undefined : { href: path, text: "The newest tokens" }} next={older} />
        </>
      ),
    });
  });
  app.post(`${accountPath}/tokens/:tokenId/revoke`, async (context) => {
    const accountId = accountIn(context);
    await control.tokens.delete(accountId, context.req.param("tokenId"));
    return done(context, addressOf(accountId, "tokens"), "token-revoked");
  });
  app.post(`${accountPath}/tokens/:tokenId/expire`, async (context) => {
    const accountId = accountIn(context);
    await control.tokens.expire(accountId, context.req.param("tokenId"));
    return done(context, addressOf(accountId, "tokens"), "token-expired");
  });
}

// An app may be called anything.
const maxNameLength = 80;

/** @param now by the account's clock, in milliseconds since the epoch */
function columnsOf(path: string, now: number): Column<Token>[] {
  return [
    {
      title: "Token",
      cell: (token) => (
        <>
          {kindOf(token)} <code title={token.tokenId}>{shortIdOf(token)}…</code>
        </>
      ),
    },
    {
      title: "App",
      cell: ({ appName, appId }) => (
        <>
          <Cut text={appName} max={maxNameLength} /> <span class="muted">{appId}</span>
        </>
      ),
    },
    { title: "Scopes", cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
    { title: "Issued", cell: ({ issuedAt }) => <Moment at={issuedAt} /> },
    { title: "Expires", cell: ({ expiresAt }) => <Expiry at={expiresAt} now={now} /> },
    {
      title: "State",
      cell: ({ expired }) => (expired ? <span class="badge warning">expired</span> : <span class="badge good">valid</span>),
    },
    { title: "Actions", isUntitled: true, cell: (token) => <Actions token={token} path={path} /> },
  ];
}

function Expiry({ at, now }: { readonly at: string | undefined; readonly now: number }) {
  if (at === undefined) return <span class="muted">never</span>;
  return (
    <>
      <Moment at={at} /> <span class="muted">({distance(Date.parse(at) - now)})</span>
    </>
  );
}

function Actions({ token, path }: { readonly token: Token; readonly path: string }) {
  const own = `${path}/${encodeURIComponent(token.tokenId)}`;
  // Tells the buttons of different tokens apart.
  const name = <span class="visually-hidden">{`: ${kindOf(token)} ${shortIdOf(token)}`}</span>;
  return (
    <div class="actions">
      {token.kind === "accessToken" && !token.expired && (
        <form method="post" action={`${own}/expire`}>
          <button type="submit" class="small">
            Expire now{name}
          </button>
        </form>
      )}
      <form method="post" action={`${own}/revoke`}>
        <button type="submit" class="small danger">
          Revoke{name}
        </button>
      </form>
    </div>
  );
}

function kindOf({ kind }: Token): string {
  return kind === "accessToken" ? "Access token" : "Refresh token";
}

function shortIdOf({ tokenId }: Token): string {
  return tokenId.slice(0, 8);
}
