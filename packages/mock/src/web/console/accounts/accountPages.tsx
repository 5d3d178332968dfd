import { scopes as platformScopes } from "@crm-platform/types";
import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { ControlledAccount } from "../../../control/control.ts";
import type { AccountDetails, AccountInput, AccountList } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { statusOf } from "../components/forms.tsx";
import { Pager, Table } from "../components/table.tsx";
import { AccountLink, Cut } from "../components/text.tsx";
import { consolePage } from "../page.tsx";

// Apps may be called anything, and there may be many.
const maxNamesLength = 200;

/** The input of the form, and why it was refused, if it was. */
interface Attempt {
  readonly input: AccountInput;
  readonly refusal: Refusal | undefined;
}

/** A page of the accounts, and the form that creates one. @param after the id after which the page begins */
export function accountListPage({ results, paging }: AccountList, after: number, attempt: Attempt): Promise<Response> {
  const path = "/console/accounts";
  const children = (
    <>
      <AccountForm {...attempt} />
      {results.length === 0 ? (
        <p class="empty">There is no account{after > 0 ? " after these" : " yet"}.</p>
      ) : (
        <Table
          caption="In the order of their ids."
          columns={[
            { title: "Account", cell: ({ accountId }) => <AccountLink accountId={accountId} /> },
            { title: "Domain", cell: ({ hubDomain }) => hubDomain },
            { title: "User", cell: ({ userEmail }) => userEmail },
            { title: "Apps", cell: ({ apps }) => <Cut text={apps.map(({ name }) => name).join(", ")} max={maxNamesLength} /> },
          ]}
          items={results}
        />
      )}
      <Pager
        first={after > 0 ? { href: path, text: "The first accounts" } : undefined}
        next={paging && { href: `${path}?after=${paging.next.after}`, text: "More accounts" }}
      />
    </>
  );
  return consolePage({ title: "Accounts", current: path, children }, statusOf(attempt.refusal));
}

/** Creates an account; with a click, or with scopes and a redirect URI. */
function AccountForm({ input: { scopes = [], redirectUris: [redirectUri = ""] = [] }, refusal }: Attempt): Markup {
  return (
    <form method="post" action="/console/accounts" class="card">
      {refusal && (
        <p role="alert" id="account-problem">
          {refusal.message}
        </p>
      )}
      <p>An account is all the isolation that a test needs: it has an app with tokens, a clock and data of its own.</p>
      <details open={refusal !== undefined}>
        <summary>Choose its scopes and a redirect URI</summary>
        <p>
          <label>
            Redirect URI
            <input
              name="redirectUri"
              value={redirectUri}
              aria-describedby={refusal ? "redirect-uri-hint account-problem" : "redirect-uri-hint"}
            />
          </label>
          <span class="hint" id="redirect-uri-hint">
            Where users may be sent back to after they approved the app. It may be left out.
          </span>
        </p>
        <fieldset>
          <legend>Scopes</legend>
          <p class="hint">What the app and its tokens may do. Everything, when none is ticked.</p>
          <div class="choices">
            {Object.entries(platformScopes).map(([scope, text]) => (
              <label class="choice">
                <input type="checkbox" name="scope" value={scope} checked={scopes.includes(scope)} />
                <span>
                  <code>{scope}</code>
                  <span class="hint">{text}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </details>
      <button type="submit" class="primary">
        Make an account
      </button>
    </form>
  );
}

/** Shows the credentials of a new account, this once: the mock keeps their hashes only. */
export function newAccountPage({ accountId, accessToken, refreshToken, app }: ControlledAccount, origin: string): Promise<Response> {
  const credentials = {
    "Access token": accessToken,
    "Refresh token": refreshToken,
    "Client id": app.clientId,
    "Client secret": app.clientSecret,
  };
  const children = (
    <>
      <p class="notice warning" role="status">
        These are shown now and never again. Copy what you need.
      </p>
      <dl class="facts card">
        {Object.entries(credentials).map(([name, value]) => (
          <Fact term={name}>
            <code>{value}</code>
          </Fact>
        ))}
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
  );
  return consolePage({ title: `Account ${accountId} is made`, current: "/console/accounts", accountId, children }, 201);
}

/** Asks whether to delete an account. */
export function deleteAccountPage({ accountId, hubDomain }: AccountDetails): Promise<Response> {
  const path = `/console/accounts/${accountId}`;
  const children = (
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
  );
  return consolePage({ title: `Delete account ${accountId}?`, current: path, accountId, children });
}
