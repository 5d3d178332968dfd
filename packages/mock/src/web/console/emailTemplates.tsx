import type { Hono } from "hono";
import type { EmailState } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { Form, type FormView, given, numberTyped, type Typed } from "./components/forms.tsx";
import { type Column, Table } from "./components/table.tsx";
import { Badge, Cut } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const section = "email-templates";
const maxTextLength = 100;

export function addEmailTemplates(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/${section}`, {
    section,
    actions: {
      save: {
        run: ({ accountId, typed }) => control.seed(accountId, { emails: [templateIn(typed)] }),
        notice: "The template was saved.",
        fields: ["emails[0].id", "emails[0].name", "emails[0].subject", "emails[0].from"],
      },
      publish: {
        run: async ({ accountId, typed: { id = "" } }) => {
          const { emails = [] } = await control.snapshot(accountId, { section: "emails" });
          const changed = emails.filter((email) => String(email.id) === id).map((email) => ({ ...email, published: !email.published }));
          await control.seed(accountId, { emails: changed });
        },
        notice: "The template was changed.",
      },
    },
    render: async (view) => {
      const { emails = [] } = await control.snapshot(view.accountId, { section: "emails" });
      const children = (
        <>
          <Table
            caption="Ordered by id. Requests name a template by its id; only published templates can be sent."
            columns={columnsOf(view)}
            items={emails}
            empty="No templates. Create one below, and send it with transactionalEmail.send."
          />
          <section class="card">
            <h2>Create or replace a template</h2>
            <Form
              view={view}
              action="save"
              button="Save the template"
              kind="primary"
              fields={[
                {
                  name: "id",
                  label: "Id",
                  of: "emails[0].id",
                  inputmode: "numeric",
                  pattern: "[1-9][0-9]*",
                  required: true,
                  maxlength: 15,
                },
                { name: "name", label: "Name", of: "emails[0].name", maxlength: 200 },
                { name: "subject", label: "Subject", of: "emails[0].subject", hint: "Default: the name", maxlength: 200 },
                { name: "from", label: "Sender", of: "emails[0].from", hint: "Default: noreply at the account’s domain", maxlength: 200 },
                { name: "body", label: "Content", hint: "HTML, in which {{ name }} is replaced by a property.", multiline: true, rows: 4 },
              ]}
            />
          </section>
        </>
      );
      return { title: "Email templates", children };
    },
  });
}

function templateIn({ id, name, subject, from, body }: Typed): EmailState {
  return { id: numberTyped(id) as number, ...given({ name, subject, from, body }) };
}

function columnsOf(view: FormView): Column<EmailState>[] {
  return [
    { title: "Name", cell: ({ name = "" }) => <Cut text={name} max={maxTextLength} /> },
    { title: "Id", cell: ({ id }) => <code>{id}</code> },
    { title: "Subject", cell: ({ subject = "" }) => <Cut text={subject} max={maxTextLength} /> },
    { title: "Sender", cell: ({ from = "" }) => <Cut text={from} max={maxTextLength} /> },
    { title: "State", cell: ({ published }) => <Badge kind={published ? "good" : "warning"} text={published ? "published" : "draft"} /> },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ id, published }) => {
        const button = published ? "Unpublish" : "Publish";
        return (
          <Form
            view={{ ...view, attempt: undefined }}
            action="publish"
            button={button}
            buttonName={`${button} email ${id}`}
            kind="small"
            hidden={{ id: String(id) }}
          />
        );
      },
    },
  ];
}
