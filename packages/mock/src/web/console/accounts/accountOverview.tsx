import type { Clock, ListedAccount, ListedApp } from "../../../generated/control/schemas.ts";
import type { AccountStore } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { Moment } from "../moment.tsx";
import { consolePage } from "../page.tsx";
import { ScopeList } from "../scopeList.tsx";

/** What an account is, what it has, and where to look at it. */
export async function accountOverview(account: ListedAccount, clock: Clock, { documents, records }: AccountStore): Promise<Response> {
  const { accountId, hubDomain, userId, userEmail, apps } = account;
  const path = `/console/accounts/${accountId}`;
  const [types, emails, accessTokens, refreshTokens, faults, snapshots] = await Promise.all([
    records.types(),
    documents.count("email"),
    documents.count("accessToken"),
    documents.count("refreshToken"),
    documents.count("fault"),
    documents.count("savedSnapshot"),
  ]);
  return consolePage({
    title: `Account ${accountId}`,
    current: path,
    accountId,
    children: (
      <>
        <dl class="facts card">
          <dt>Domain</dt>
          <dd>{hubDomain}</dd>
          <dt>User</dt>
          <dd>
            {userEmail} <span class="muted">id {userId}</span>
          </dd>
          <dt>Clock</dt>
          <dd>
            <Moment at={clock.now} /> UTC, <a href={`${path}/clock`}>{clockWords[clock.mode]}</a>
          </dd>
        </dl>
        <ul class="cards counts">
          <Count path={`${path}/records`} text="Records" count={types.length} unit={["object type", "object types"]} />
          <Count path={`${path}/outbox`} text="Outbox" count={emails} unit={["email", "emails"]} />
          <Count path={`${path}/tokens`} text="Tokens" count={accessTokens + refreshTokens} unit={["token", "tokens"]} />
          <Count path={`${path}/faults`} text="Faults" count={faults} unit={["may strike", "may strike"]} />
          <Count path={`${path}/snapshots`} text="Snapshots" count={snapshots} unit={["saved", "saved"]} />
        </ul>
        <h2>Apps</h2>
        {apps.map((app) => (
          <AppCard app={app} />
        ))}
        <p class="actions">
          <a class="button" href={`${path}/delete`}>
            Delete the account…
          </a>
        </p>
      </>
    ),
  });
}

const clockWords = { frozen: "frozen", offset: "running by itself", shared: "that of all accounts" } as const;

interface CountProps {
  readonly path: string;
  readonly text: string;
  readonly count: number;
  /** One of them, and several. */
  readonly unit: readonly [string, string];
}

function Count({ path, text, count, unit }: CountProps): Markup {
  return (
    <li class="card count">
      <a href={path}>{text}</a>
      <span>
        <strong>{count}</strong> {unit[count === 1 ? 0 : 1]}
      </span>
    </li>
  );
}

// An app may be called anything.
const longestName = 200;

function AppCard({ app: { appId, name, clientId, redirectUris, scopes } }: { readonly app: ListedApp }): Markup {
  return (
    <article class="card">
      <h3>
        <Cut text={name} most={longestName} />
      </h3>
      <dl class="facts">
        <dt>App id</dt>
        <dd>{appId}</dd>
        <dt>Client id</dt>
        <dd>
          <code>{clientId}</code>
        </dd>
        <dt>Redirect URIs</dt>
        <dd>
          {redirectUris.length === 0 && <span class="muted">none</span>}
          {redirectUris.map((uri) => (
            <div>
              <code>{uri}</code>
            </div>
          ))}
        </dd>
        <dt>Scopes</dt>
        <dd>
          <ScopeList scopes={scopes} />
        </dd>
      </dl>
    </article>
  );
}
