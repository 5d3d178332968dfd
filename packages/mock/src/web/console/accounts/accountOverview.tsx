import { profileOf } from "../../../control/existingAccount.ts";
import type { Clock } from "../../../generated/control/schemas.ts";
import type { StoredDocument } from "../../../store/documents.ts";
import type { AccountStore } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { Moment } from "../moment.tsx";
import { consolePage } from "../page.tsx";
import { ScopeList } from "../scopeList.tsx";

/** So many apps are on a page; each run of the OAuth debugger leaves one. */
const maxApps = 20;
/** Behind every client id. */
const behindAll = "\u{10ffff}";

/** What an account is, what it has, and where to look at it. @param before apps with smaller client ids than this, where it is given */
export async function accountOverview(accountId: number, clock: Clock, account: AccountStore, before?: string): Promise<Response> {
  const { documents, records } = account;
  const { hubDomain, userId, userEmail } = await profileOf(account);
  const path = `/console/accounts/${accountId}`;
  const [types, emails, accessTokens, refreshTokens, faults, snapshots, appCount, apps] = await Promise.all([
    records.types(),
    documents.count("email"),
    documents.count("accessToken"),
    documents.count("refreshToken"),
    documents.count("fault"),
    documents.count("savedSnapshot"),
    documents.count("app"),
    documents.lastBefore("app", before ?? behindAll, maxApps + 1),
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
        <Apps path={path} apps={apps} count={appCount} isFirst={before === undefined} />
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

interface AppsProps {
  readonly path: string;
  /** One more than are shown, where there are more. */
  readonly apps: readonly StoredDocument<"app">[];
  /** How many the account has. */
  readonly count: number;
  readonly isFirst: boolean;
}

function Apps({ path, apps, count, isFirst }: AppsProps): Markup {
  const shown = apps.slice(0, maxApps);
  const last = shown.at(-1);
  const hasMore = apps.length > maxApps && last !== undefined;
  return (
    <>
      {(hasMore || !isFirst) && (
        <p class="muted">
          {shown.length} of {count.toLocaleString("en")} apps, by their client ids
        </p>
      )}
      {shown.map((app) => (
        <AppCard app={app} />
      ))}
      <p class="actions">
        {!isFirst && <a href={path}>The first apps</a>}
        {hasMore && (
          <a class="button" rel="next" href={`${path}?${new URLSearchParams({ appsBefore: last.key })}`}>
            More apps
          </a>
        )}
      </p>
    </>
  );
}

// An app may be called anything.
const maxNameLength = 200;

function AppCard({ app: { key: clientId, document } }: { readonly app: StoredDocument<"app"> }): Markup {
  const { appId, name, redirectUris, scopes } = document;
  return (
    <article class="card">
      <h3>
        <Cut text={name} most={maxNameLength} />
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
