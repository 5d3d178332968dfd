import type { Token } from "../../generated/control/schemas.ts";
import type { Markup } from "../html.ts";
import { Cut } from "./cut.tsx";
import { distance, Moment } from "./moment.tsx";
import { ScopeList } from "./scopeList.tsx";

// An app may be called anything.
const maxNameLength = 80;

export interface TokenTableProps {
  readonly tokens: readonly Token[];
  /** Of the page. */
  readonly path: string;
  /** By the account's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** Tokens, each with its end by a click. */
export function TokenTable({ tokens, path, now }: TokenTableProps): Markup {
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
        <Cut text={appName} most={maxNameLength} /> <span class="muted">{appId}</span>
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
