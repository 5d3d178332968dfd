import type { AccountDetails, Clock, ListedApp } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { Pager } from "../components/table.tsx";
import { Cut, counted, Moment, ScopeList } from "../components/text.tsx";
import { consolePage } from "../page.tsx";

/** How many apps are on a page; each run of the OAuth debugger leaves one. */
const maxApps = 20;

const clockWords = { frozen: "frozen", offset: "running by itself", shared: "that of all accounts" } as const;

/** What an account is, what it holds, and where to look at it. @param after the client id after which the apps begin; empty for the first */
export function accountOverview(account: AccountDetails, clock: Clock, after: string): Promise<Response> {
  const { accountId, hubDomain, userId, userEmail, apps, counts } = account;
  const path = `/console/accounts/${accountId}`;
  const children = (
    <>
      <dl class="facts card">
        <Fact term="Domain">{hubDomain}</Fact>
        <Fact term="User">
          {userEmail} <span class="muted">id {userId}</span>
        </Fact>
        <Fact term="Clock">
          <Moment at={clock.now} /> UTC, <a href={`${path}/clock`}>{clockWords[clock.mode]}</a>
        </Fact>
      </dl>
      <ul class="cards counts">
        <Count path={`${path}/records`} text="Records" count={counts.objectTypes} unit={["object type", "object types"]} />
        <Count path={`${path}/outbox`} text="Outbox" count={counts.emails} unit={["email", "emails"]} />
        <Count path={`${path}/tokens`} text="Tokens" count={counts.tokens} unit={["token", "tokens"]} />
        <Count path={`${path}/faults`} text="Faults" count={counts.faults} unit={["may strike", "may strike"]} />
        <Count path={`${path}/snapshots`} text="Snapshots" count={counts.snapshots} unit={["saved", "saved"]} />
      </ul>
      <h2>Apps</h2>
      <Apps path={path} apps={apps} after={after} />
      <p class="actions">
        <a class="button" href={`${path}/delete`}>
          Delete the account…
        </a>
      </p>
    </>
  );
  return consolePage({ title: `Account ${accountId}`, current: path, accountId, children });
}

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
  /** By their client ids. */
  readonly apps: readonly ListedApp[];
  readonly after: string;
}

function Apps({ path, apps, after }: AppsProps): Markup {
  const following = apps.filter(({ clientId }) => clientId > after);
  const shown = following.slice(0, maxApps);
  const last = shown.at(-1);
  const more = following.length > shown.length && last ? `${path}?${new URLSearchParams({ appsAfter: last.clientId })}` : undefined;
  return (
    <>
      {shown.length < apps.length && (
        <p class="muted">
          {shown.length} of {counted(apps.length, "app")}, by their client ids
        </p>
      )}
      {shown.map((app) => (
        <AppCard app={app} />
      ))}
      <Pager
        first={after === "" ? undefined : { href: path, text: "The first apps" }}
        next={more === undefined ? undefined : { href: more, text: "More apps" }}
      />
    </>
  );
}

// An app may be called anything.
const maxNameLength = 200;

function AppCard({ app: { appId, name, clientId, redirectUris, scopes } }: { readonly app: ListedApp }): Markup {
  return (
    <article class="card">
      <h3>
        <Cut text={name} max={maxNameLength} />
      </h3>
      <dl class="facts">
        <Fact term="App id">{appId}</Fact>
        <Fact term="Client id">
          <code>{clientId}</code>
        </Fact>
        <Fact term="Redirect URIs">
          {redirectUris.length === 0 && <span class="muted">none</span>}
          {redirectUris.map((uri) => (
            <div>
              <code>{uri}</code>
            </div>
          ))}
        </Fact>
        <Fact term="Scopes">
          <ScopeList scopes={scopes} />
        </Fact>
      </dl>
    </article>
  );
}
