import type { ControlledAccount } from "../../../control/control.ts";
import type { AccountList, ListedAccount } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { consolePage } from "../page.tsx";
import { AccountLink } from "../requests/requestRow.tsx";
import { AccountForm } from "./accountForm.tsx";
import type { FailedInput } from "./accounts.tsx";

// Apps may be called anything, and there may be many.
const maxNamesLength = 200;

/** A page of the accounts, and the form that makes one. @param after the id after which the page begins */
export function accountListPage({ results, paging }: AccountList, after: number, failed?: FailedInput): Promise<Response> {
  return consolePage(
    {
      title: "Accounts",
      current: "/console/accounts",
      children: (
        <>
          <AccountForm {...(failed ? { failed } : {})} />
          {results.length === 0 ? (
            <p class="empty">There is no account{after > 0 ? " after these" : " yet"}.</p>
          ) : (
            <AccountTable accounts={results} />
          )}
          <p class="actions">
            {after > 0 && <a href="/console/accounts">The first accounts</a>}
            {paging && (
              <a class="button" rel="next" href={`/console/accounts?after=${paging.next.after}`}>
                More accounts
              </a>
            )}
          </p>
        </>
      ),
    },
    failed?.status,
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly ListedAccount[] }): Markup {
  return (
    <div class="table stacks">
      <table>
        <caption>In the order of their ids.</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Domain</th>
            <th scope="col">User</th>
            <th scope="col">Apps</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ accountId, hubDomain, userEmail, apps }) => (
            <tr>
              <th scope="row">
                <AccountLink accountId={accountId} />
              </th>
              <td data-label="Domain">{hubDomain}</td>
              <td data-label="User">{userEmail}</td>
              <td data-label="Apps">
                <Cut text={apps.map(({ name }) => name).join(", ")} most={maxNamesLength} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Tells the credentials of a new account, which nobody can be told again: the mock has their hashes only. */
export function newAccountPage({ accountId, accessToken, refreshToken, app }: ControlledAccount, origin: string): Promise<Response> {
  return consolePage(
    {
      title: `Account ${accountId} is made`,
      current: "/console/accounts",
      accountId,
      children: (
        <>
          <p class="notice warning" role="status">
            These are shown now and never again. Copy what you need.
          </p>
          <dl class="facts card">
            <Credential name="Access token" value={accessToken} />
            <Credential name="Refresh token" value={refreshToken} />
            <Credential name="Client id" value={app.clientId} />
            <Credential name="Client secret" value={app.clientSecret} />
          </dl>
          <h2>A first call</h2>
          <pre class="wrap">
            <code>{`curl ${origin}/oauth/v1/access-tokens/${accessToken}`}</code>
          </pre>
          <p class="actions">
            <a class="button primary" href={`/console/accounts/${accountId}`}>
              Go to the account
            </a>
          </p>
        </>
      ),
    },
    201,
  );
}

function Credential({ name, value }: { readonly name: string; readonly value: string }): Markup {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  );
}

/** Asks whether an account is really to go. */
export function deleteAccountPage(accountId: number, hubDomain: string): Promise<Response> {
  const path = `/console/accounts/${accountId}`;
  return consolePage({
    title: `Delete account ${accountId}?`,
    current: path,
    accountId,
    children: (
      <form method="post" action={`${path}/delete`} class="card">
        <p>
          The account of <strong>{hubDomain}</strong> ends, with its records, email, tokens, saved snapshots and requests. There is no way
          back.
        </p>
        <p class="actions">
          <button type="submit" class="danger">
            Delete the account
          </button>
          <a class="button" href={path}>
            Keep it
          </a>
        </p>
      </form>
    ),
  });
}
