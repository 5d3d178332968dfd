import type { SmtpToken, SmtpTokenWithPassword } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import { Facts } from "../facts.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { Confirm, Form, type FormView, given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "./components/table.tsx";
import { Cut, Moment } from "./components/text.tsx";
import { accountPath, addPage, addressOf, consolePage, type View } from "./page.tsx";

const pageSize = 50;
const section = "smtp-tokens";
const maxNameLength = 100;

export function addSmtpTokens(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      create: {
        run: async ({ accountId, context, typed: { campaignName = "", createContact } }) => {
          const input = { campaignName, createContact: createContact === "yes" };
          return passwordPage(context, accountId, await call(accountId, "smtpTokens.create", { body: input }));
        },
        fields: ["campaignName"],
      },
      reset: {
        run: async ({ accountId, context, typed: { tokenId = "" } }) =>
          passwordPage(context, accountId, await call(accountId, "smtpTokens.resetPassword", { path: { tokenId } })),
      },
      delete: {
        run: ({ accountId, typed: { tokenId = "" } }) => call(accountId, "smtpTokens.delete", { path: { tokenId } }),
        notice: "The SMTP token was deleted. The mock now rejects email that is sent with it.",
      },
    },
    render: async (view) => {
      const { accountId, path, query } = view;
      const { after } = given(query);
      const { results, paging } = await call(accountId, "smtpTokens.list", { query: { limit: pageSize, ...given({ after }) } });
      const children = (
        <>
          <section class="card">
            <h2>Create an SMTP token</h2>
            <Form
              view={view}
              action="create"
              button="Create the token"
              fields={[
                { name: "campaignName", label: "Campaign name", required: true },
                {
                  name: "createContact",
                  label: "Create contacts",
                  options: [
                    ["no", "no"],
                    ["yes", "for recipients without a contact"],
                  ],
                },
              ]}
            />
          </section>
          <Table
            caption="Ordered by username. The mock stores only hashes of the passwords, so it cannot show them."
            columns={columnsOf(view)}
            items={results}
            empty={after === undefined ? "No SMTP tokens. Create one below to send email with any SMTP client." : "No more SMTP tokens."}
          />
          <Pager
            first={after !== undefined && { href: path, text: "First tokens" }}
            next={paging?.next && { href: linkTo(path, { after: paging.next.after }), text: "More tokens" }}
          />
        </>
      );
      return { title: "SMTP tokens", children };
    },
  });
}

function columnsOf(view: FormView): Column<SmtpToken>[] {
  return [
    { title: "Username", cell: ({ id }) => <Cut text={id} max={maxNameLength} /> },
    { title: "Campaign", cell: ({ campaignName }) => <Cut text={campaignName} max={maxNameLength} /> },
    { title: "Creates contacts", cell: ({ createContact }) => (createContact ? "yes" : "no") },
    { title: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ id }) => {
        const form = { view, hidden: { tokenId: id } };
        return (
          <div class="actions">
            <Confirm {...form} action="reset" button="Reset password" buttonName={`Reset password: ${id}`}>
              Programs that use the old password can no longer send email.
            </Confirm>
            <Confirm {...form} action="delete" button="Delete token" buttonName={`Delete token: ${id}`}>
              Programs that use this token can no longer send email.
            </Confirm>
          </div>
        );
      },
    },
  ];
}

function passwordPage(context: View<number>["context"], accountId: number, token: SmtpTokenWithPassword): Promise<Response> {
  const current = addressOf(accountId, section);
  const children = (
    <>
      <p class="notice warning" role="status">
        Copy the password now, because it is shown only once.
      </p>
      <Facts
        facts={{
          Username: <code>{token.id}</code>,
          Password: <code>{token.password}</code>,
          Campaign: <Cut text={token.campaignName} max={maxNameLength} />,
        }}
      />
      <a class="button primary" href={current}>
        Back to the SMTP tokens
      </a>
    </>
  );
  return consolePage(context, { title: "Password of the SMTP token", current, accountId, children }, 201);
}
