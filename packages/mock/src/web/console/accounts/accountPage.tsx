import type { ApiUsageList, AccountDetails as PlatformDetails } from "@crm-platform/types";
import type { AccountDetails, Clock } from "../../../generated/control/schemas.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { clockModes } from "../clock.tsx";
import { Confirm } from "../components/forms.tsx";
import { Table } from "../components/table.tsx";
import { Cut, counted, Moment, ScopeList } from "../components/text.tsx";
import { addressOf, type Content } from "../page.tsx";

/** An account may have many apps: each run of the OAuth debugger installs one. */
const maxApps = 100;

interface AccountFacts {
  readonly account: AccountDetails;
  readonly clock: Clock;
  readonly details: PlatformDetails;
  readonly usage: ApiUsageList;
}

export function accountPage({ account, clock, details, usage }: AccountFacts): Content {
  const [requests] = usage.results;
  const { accountId, hubDomain, userId, userEmail, apps, counts } = account;
  const count = (section: string, text: string) => <Count href={addressOf(accountId, section)} section={section} text={text} />;
  const children = (
    <>
      <Facts
        facts={{
          Domain: hubDomain,
          User: (
            <>
              {userEmail} <span class="muted">id {userId}</span>
            </>
          ),
          Type: details.accountType,
          Currency: details.companyCurrency,
          "Time zone": `${details.timeZone} (${details.utcOffset})`,
          "Requests today": requests && `${requests.currentUsage.toLocaleString("en")} of ${requests.usageLimit.toLocaleString("en")}`,
          Clock: (
            <>
              <Moment at={clock.now} /> UTC, <a href={addressOf(accountId, "clock")}>{clockModes[clock.mode]}</a>
            </>
          ),
        }}
      />
      <ul class="cards counts">
        {count("records", counted(counts.objectTypes, "object type"))}
        {count("outbox", counted(counts.emails, "email"))}
        {count("tokens", counted(counts.tokens, "token"))}
        {count("faults", counted(counts.faults, "active fault"))}
        {count("snapshots", counted(counts.snapshots, "saved snapshot"))}
      </ul>
      <h2>Apps</h2>
      <Table
        caption="Ordered by client id."
        columns={[
          { title: "Name", cell: ({ name }) => <Cut text={name} max={200} /> },
          { title: "App id", cell: ({ appId }) => appId },
          { title: "Client id", cell: ({ clientId }) => <code>{clientId}</code> },
          { title: "Redirect URIs", cell: ({ redirectUris }) => redirectUris.map((uri) => <code>{uri} </code>) },
          { title: "Scopes", cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        items={apps}
        empty="No apps."
        max={maxApps}
      />
      <Confirm
        view={{ path: "/console/accounts", attempt: undefined }}
        action="delete"
        button="Delete account"
        hidden={{ accountId: String(accountId) }}
      >
        This deletes the account <strong>{hubDomain}</strong> with its records, email, tokens, saved snapshots and requests. It cannot be
        undone.
      </Confirm>
    </>
  );
  return { title: `Account ${accountId}`, children };
}

function Count({ href, section, text }: { readonly href: string; readonly section: string; readonly text: string }): Markup {
  return (
    <li class="card">
      <a href={href}>{section.charAt(0).toUpperCase() + section.slice(1)}</a>
      <div>{text}</div>
    </li>
  );
}
