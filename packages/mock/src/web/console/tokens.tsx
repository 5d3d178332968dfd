import type { Hono } from "hono";
import type { Token } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Markup } from "../html.ts";
import type { Parts } from "../sites.ts";
import { Cut } from "./cut.tsx";
import { distance, Moment } from "./moment.tsx";
import { doneAt, type NoteCode } from "./notes.ts";
import { consolePage } from "./page.tsx";
import { ScopeList } from "./scopeList.tsx";

// An app may be called anything.
const longestName = 80;

/** The tokens of an account: never a token itself, but how long it lives, and its end by a click. */
export function addTokens(app: Hono<Bindings>, { control }: Parts): void {
  app.get("/accounts/:accountId{[0-9]+}/tokens", async ({ req }) => {
    const accountId = Number(req.param("accountId"));
    const [tokens, clock] = await Promise.all([control.tokens.list(accountId), control.clock.get(accountId)]);
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
            <p class="empty">The account has no token. An app gets one when a user approves it.</p>
          ) : (
            <TokenTable tokens={tokens} path={path} now={Date.parse(clock.now)} />
          )}
        </>
      ),
    });
  });
  app.post("/accounts/:accountId{[0-9]+}/tokens/:tokenId/revoke", async ({ req, redirect }) => {
    const accountId = Number(req.param("accountId"));
    await control.tokens.delete(accountId, req.param("tokenId"));
    return redirect(done(accountId, "token-revoked"), 303);
  });
  app.post("/accounts/:accountId{[0-9]+}/tokens/:tokenId/expire", async ({ req, redirect }) => {
    const accountId = Number(req.param("accountId"));
    await control.tokens.expire(accountId, req.param("tokenId"));
    return redirect(done(accountId, "token-expired"), 303);
  });
}

function pathOf(accountId: number): string {
  return `/console/accounts/${accountId}/tokens`;
}

function done(accountId: number, code: NoteCode): string {
  return doneAt(pathOf(accountId), code);
}

interface TokenTableProps {
  readonly tokens: readonly Token[];
  /** Of the page. */
  readonly path: string;
  /** By the account's clock, in milliseconds since the epoch. */
  readonly now: number;
}

function TokenTable({ tokens, path, now }: TokenTableProps): Markup {
  return (
    <div class="table stacks">
      <table>
        <caption>Newest first. The mock keeps the hashes of tokens only, so no token can be shown.</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">App</th>
            <th scope="col">Scopes</th>
            <th scope="col">Issued</th>
            <th scope="col">Expires</th>
            <th scope="col">State</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow token={token} path={path} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TokenRow({ token, path, now }: { readonly token: Token } & Omit<TokenTableProps, "tokens">): Markup {
  const { tokenId, kind, appName, appId, scopes, issuedAt, expiresAt, expired } = token;
  const name = kind === "accessToken" ? "Access token" : "Refresh token";
  const short = tokenId.slice(0, 8);
  const action = `${path}/${encodeURIComponent(tokenId)}`;
  return (
    <tr>
      <th scope="row">
        {name} <code title={tokenId}>{short}…</code>
      </th>
      <td data-label="App">
        <Cut text={appName} most={longestName} /> <span class="muted">{appId}</span>
      </td>
      <td data-label="Scopes">
        <ScopeList scopes={scopes} />
      </td>
      <td data-label="Issued">
        <Moment at={issuedAt} />
      </td>
      <td data-label="Expires">
        {expiresAt === undefined ? (
          <span class="muted">never</span>
        ) : (
          <>
            <Moment at={expiresAt} /> <span class="muted">({distance(Date.parse(expiresAt) - now)})</span>
          </>
        )}
      </td>
      <td data-label="State">{expired ? <span class="badge warning">expired</span> : <span class="badge good">valid</span>}</td>
      <td>
        <div class="actions">
          {kind === "accessToken" && !expired && <Action action={`${action}/expire`} text="Expire now" token={`${name} ${short}`} />}
          <Action action={`${action}/revoke`} text="Revoke" token={`${name} ${short}`} isDangerous />
        </div>
      </td>
    </tr>
  );
}

interface ActionProps {
  readonly action: string;
  readonly text: string;
  /** Tells the buttons of different tokens apart. */
  readonly token: string;
  readonly isDangerous?: boolean;
}

function Action({ action, text, token, isDangerous = false }: ActionProps): Markup {
  return (
    <form method="post" action={action}>
      <button type="submit" class={isDangerous ? "small danger" : "small"}>
        {text}
        <span class="visually-hidden">: {token}</span>
      </button>
    </form>
  );
}
