import { scopes as platformScopes } from "@crm-platform/types";
import type { Hono } from "hono";
import type { ControlledAccount } from "../../../control/client/control.ts";
import type { Bindings } from "../../app.tsx";
import { curlCommand } from "../../curlCommand.ts";
import { Facts } from "../../facts.tsx";
import type { Parts } from "../../parts.ts";
import { asUser } from "../asUser.ts";
import { Choices, Field, Form, type FormView, originOf, textsIn } from "../components/forms.tsx";
import { linkTo, Pager, Table } from "../components/table.tsx";
import { AccountLink, Cut } from "../components/text.tsx";
import { accountPath, addPage, consolePage, type View } from "../page.tsx";
import { accountPage } from "./accountPage.tsx";

const pageSize = 100;
const path = "/console/accounts";

export function addAccounts(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  const call = asUser(parts);
  addPage(app, "/accounts", {
    section: "accounts",
    actions: {
      create: {
        run: async ({ context, form, typed: { redirectUri } }) => {
          const scopes = textsIn(form, "scope");
          const account = await control.account({
            ...(scopes.length === 0 ? {} : { scopes }),
            ...(redirectUri ? { redirectUris: [redirectUri] } : {}),
          });
          return newAccountPage(context, account);
        },
      },
      delete: {
        run: ({ typed: { accountId } }) => control.deleteAccount(Number(accountId)),
        notice: "The account and everything in it were deleted.",
      },
    },
    render: async (view) => {
      const after = Number(view.query["after"] ?? 0);
      const { results, paging } = await control.accounts.list({ after, limit: pageSize });
      const children = (
        <>
          <AccountForm view={view} />
          <Table
            caption="Ordered by id."
            columns={[
              { title: "Account", cell: ({ accountId }) => <AccountLink accountId={accountId} /> },
              { title: "Domain", cell: ({ hubDomain }) => hubDomain },
              { title: "User", cell: ({ userEmail }) => userEmail },
              { title: "Apps", cell: ({ apps }) => <Cut text={apps.map(({ name }) => name).join(", ")} max={200} /> },
            ]}
            items={results}
            empty={after > 0 ? "No more accounts." : "No accounts yet."}
          />
          <Pager
            first={after > 0 && { href: path, text: "First accounts" }}
            next={paging && { href: linkTo(path, { after: paging.next.after }), text: "More accounts" }}
          />
        </>
      );
      return { title: "Accounts", children };
    },
  });
  addPage(app, accountPath, {
    section: "overview",
    render: async ({ accountId }) =>
      accountPage({
        account: await control.accounts.get(accountId),
        clock: await control.clock.get(accountId),
        details: await call(accountId, "account.getDetails", {}),
        usage: await call(accountId, "account.getDailyUsage", {}),
      }),
  });
}

const scopeOptions = Object.entries(platformScopes).map(([scope, hint]) => ({ value: scope, text: <code>{scope}</code>, hint }));

function AccountForm({ view }: { readonly view: FormView }) {
  const { attempt } = view;
  return (
    <section class="card">
      <p>Create an account for each test that needs isolation. Each account has its own app, tokens, clock and data.</p>
      <Form view={view} action="create" button="Create an account" kind="primary">
        <details open={attempt !== undefined}>
          <summary>Scopes and redirect URI</summary>
          <Field
            name="redirectUri"
            of="redirectUris[0]"
            label="Redirect URI"
            hint="Optional. The address to which users return after they approve the app."
            attempt={attempt}
          />
          <Choices
            legend="Scopes"
            hint="The scopes of the app and its tokens. If you select none, the app gets all scopes."
            type="checkbox"
            name="scope"
            options={scopeOptions}
            chosen={attempt ? textsIn(attempt.form, "scope") : []}
          />
        </details>
      </Form>
    </section>
  );
}

function introspectCommand(origin: string, { accessToken, app }: ControlledAccount): string {
  const fields = { client_id: app.clientId, client_secret: app.clientSecret, token: accessToken };
  return curlCommand({ method: "POST", url: `${origin}/oauth/2026-03/token/introspect`, body: new URLSearchParams(fields) });
}

/** The mock stores only hashes of the credentials, so it cannot show them again. */
function newAccountPage(context: View<undefined>["context"], account: ControlledAccount): Promise<Response> {
  const { accountId, accessToken, refreshToken, app } = account;
  const credentials = {
    "Access token": accessToken,
    "Refresh token": refreshToken,
    "Client id": app.clientId,
    "Client secret": app.clientSecret,
  };
  const children = (
    <>
      <p class="notice warning" role="status">
        These credentials are shown only once. Copy what you need.
      </p>
      <Facts facts={Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, <code>{value}</code>]))} />
      <h2>Make a first call</h2>
      <pre class="wrap">
        <code>{introspectCommand(originOf(context), account)}</code>
      </pre>
      <a class="button primary" href={`${path}/${accountId}`}>
        Go to the account
      </a>
    </>
  );
  return consolePage(context, { title: `Account ${accountId} created`, current: path, accountId, children }, 201);
}
