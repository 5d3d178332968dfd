import type { Hono } from "hono";
import type { Token } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { Form, type FormView, given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "./components/table.tsx";
import { Badge, Cut, Moment, ScopeList } from "./components/text.tsx";
import { accountPath, addPage, addressOf } from "./page.tsx";

const pageSize = 100;

/** The mock stores only hashes of the tokens, so it cannot show the tokens themselves. */
export function addTokens(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/tokens`, {
    section: "tokens",
    actions: {
      delete: {
        run: ({ accountId, typed }) => control.tokens.delete(accountId, typed["tokenId"] ?? ""),
        notice: "The token was deleted. The API no longer accepts it.",
      },
      expire: {
        run: ({ accountId, typed }) => control.tokens.expire(accountId, typed["tokenId"] ?? ""),
        notice: "The token expired. The API rejects it with 401 EXPIRED_AUTHENTICATION.",
      },
    },
    render: async (view) => {
      const { accountId, path, query } = view;
      const { after } = given(query);
      const { results, paging } = await control.tokens.list(accountId, { limit: pageSize, ...given({ after }) });
      const { now } = await control.clock.get(accountId);
      const children = (
        <>
          <p>
            The <a href={addressOf(accountId, "clock")}>account’s clock</a> shows <Moment at={now} /> UTC.
          </p>
          <Table
            caption="Newest first. The mock stores only hashes, so it cannot show the tokens themselves."
            columns={columnsOf(view, Date.parse(now))}
            items={results}
            empty={after === undefined ? "No tokens. An app gets one when a user approves it." : "No older tokens."}
          />
          <Pager
            first={after !== undefined && { href: path, text: "Newest tokens" }}
            next={paging && { href: linkTo(path, { after: paging.next.after }), text: "Older tokens" }}
          />
        </>
      );
      return { title: `Tokens of account ${accountId}`, children };
    },
  });
}

function columnsOf(view: FormView, now: number): Column<Token>[] {
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
          <Cut text={appName} max={80} /> <span class="muted">{appId}</span>
        </>
      ),
    },
    { title: "Scopes", cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
    { title: "Issued", cell: ({ issuedAt }) => <Moment at={issuedAt} /> },
    { title: "Expires", cell: ({ expiresAt }) => (expiresAt === undefined ? "never" : <Expiry at={expiresAt} now={now} />) },
    { title: "State", cell: ({ expired }) => (expired ? <Badge kind="warning" text="expired" /> : <Badge kind="good" text="valid" />) },
    {
      title: "Actions",
      isUntitled: true,
      cell: (token) => {
        const hidden = { tokenId: token.tokenId };
        const name = `: ${kindOf(token)} ${shortIdOf(token)}`;
        return (
          <div class="actions">
            {token.kind === "accessToken" && !token.expired && (
              <Form view={view} action="expire" button="Expire now" buttonName={`Expire now${name}`} kind="small" hidden={hidden} />
            )}
            <Form
              view={view}
              action="delete"
              button="Delete token"
              buttonName={`Delete token${name}`}
              kind="small danger"
              hidden={hidden}
            />
          </div>
        );
      },
    },
  ];
}

const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 } as const;
const relative = new Intl.RelativeTimeFormat("en");

function Expiry({ at, now }: { readonly at: string; readonly now: number }) {
  const distance = Date.parse(at) - now;
  const unit = (["day", "hour", "minute"] as const).find((one) => Math.abs(distance) >= units[one]) ?? "second";
  return (
    <>
      <Moment at={at} /> <span class="muted">({relative.format(Math.trunc(distance / units[unit]), unit)})</span>
    </>
  );
}

function kindOf({ kind, userId }: Token): string {
  if (kind === "refreshToken") return "Refresh token";
  return userId === undefined ? "Client-credentials token" : "Access token";
}

function shortIdOf({ tokenId }: Token): string {
  return tokenId.slice(0, 8);
}
