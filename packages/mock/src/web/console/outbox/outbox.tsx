import type { Context, Hono } from "hono";
import { Rejection } from "../../../contract/errors/rejection.ts";
import type { SentEmail } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { Field, given, HiddenFields } from "../components/forms.tsx";
import { type Column, linkTo, Pager, Table, Tabs } from "../components/table.tsx";
import { Badge, Cut, Moment } from "../components/text.tsx";
import { accountIn, accountPath, addPage, addressOf } from "../page.tsx";
import { emailPage, subjectOf } from "./emailPage.tsx";

const pageSize = 50;

function NoEmails({ accountId }: { readonly accountId: number }) {
  return (
    <>
      No emails. Send one of the <a href={addressOf(accountId, "email-templates")}>templates</a>, or use an{" "}
      <a href={addressOf(accountId, "smtp-tokens")}>SMTP token</a>.
    </>
  );
}

const ofEmail = `${accountPath}/outbox/:number{[0-9]+}` as const;

export function addOutbox(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/outbox`, {
    section: "outbox",
    render: async ({ accountId, path, query }) => {
      const to = query["to"]?.trim() ?? "";
      const isRejected = query["rejected"] === "true";
      const rejected = isRejected ? "true" : undefined;
      const before = Number(query["before"]) || undefined;
      const filter = { rejected: isRejected, limit: pageSize + 1, ...given({ to, before }) };
      const found = await control.outbox(accountId, filter);
      const emails = found.slice(-pageSize).reverse();
      const children = (
        <>
          <Tabs
            label="Folders"
            tabs={[
              { href: path, text: "Sent", isCurrent: !isRejected },
              { href: `${path}?rejected=true`, text: "Rejected", isCurrent: isRejected },
            ]}
          />
          <form class="row" method="get" action={path}>
            {isRejected && <HiddenFields fields={[["rejected", "true"]]} />}
            <Field name="to" label="To" type="search" value={to} />
            <button type="submit">Find</button>
          </form>
          <Table
            caption="Newest first."
            columns={columnsOf(path, rejected)}
            items={emails}
            empty={before ? "No older emails." : <NoEmails accountId={accountId} />}
          />
          <Pager
            first={before !== undefined && { href: linkTo(path, { rejected, to }), text: "Newest emails" }}
            next={found.length > pageSize && { href: linkTo(path, { rejected, to, before: emails.at(-1)?.number }), text: "Older emails" }}
          />
        </>
      );
      return { title: "Outbox", children };
    },
  });
  addPage(app, ofEmail, {
    section: "outbox",
    render: async ({ accountId, params, path, query }) => {
      const rejected = query["rejected"] === "true";
      return emailPage(await control.email(accountId, Number(params["number"]), { rejected }), {
        path,
        rejected,
        view: query["view"] ?? "",
      });
    },
  });
  app.get(`${ofEmail}/html`, async (context) => {
    const rejected = context.req.query("rejected") === "true";
    const { html } = await control.email(accountIn(context), Number(context.req.param("number")), { rejected });
    if (html === undefined) throw new Rejection("OBJECT_NOT_FOUND", "The email has no content.");
    return sendFrame(context, html);
  });
  app.get(`${ofEmail}/attachments/:index{[0-9]+}`, async (context) => {
    const rejected = context.req.query("rejected") === "true";
    const { attachments = [] } = await control.email(accountIn(context), Number(context.req.param("number")), { rejected });
    const attachment = attachments[Number(context.req.param("index"))];
    if (!attachment) throw new Rejection("OBJECT_NOT_FOUND", "The email has no such attachment.");
    return attachmentResponse(context, attachment);
  });
}

function attachmentResponse(context: Context<Bindings>, { filename = "attachment", content }: Attachment): Response {
  context.set("ownHeaders", { "content-security-policy": "sandbox; default-src 'none'" });
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      // The type of an attachment is untrusted, so browsers must not display it.
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
      "cache-control": "no-store",
    },
  });
}

type Attachment = NonNullable<SentEmail["attachments"]>[number];
type SendResult = SentEmail["result"]["sendResult"];

const results: Readonly<Record<SendResult, string>> = {
  SENT: "sent",
  QUEUED: "queued",
  PORTAL_SUSPENDED: "account suspended",
  INVALID_TO_ADDRESS: "invalid recipient",
  BLOCKED_DOMAIN: "domain blocked",
  PREVIOUSLY_BOUNCED: "bounced before",
  PREVIOUS_SPAM: "marked as spam before",
  INVALID_FROM_ADDRESS: "invalid sender",
  MISSING_CONTENT: "no content",
  MISSING_TEMPLATE_PROPERTIES: "properties missing",
};

function columnsOf(path: string, rejected: string | undefined): Column<SentEmail>[] {
  return [
    {
      title: "Subject",
      cell: (email) => (
        <a href={linkTo(`${path}/${email.number}`, { rejected })}>
          <Cut text={subjectOf(email)} max={120} />
        </a>
      ),
    },
    { title: "To", cell: ({ message }) => <Cut text={message.to} max={100} /> },
    {
      title: "Result",
      cell: ({ result: { sendResult } }) => (
        <Badge kind={sendResult === "SENT" ? "good" : sendResult === "QUEUED" ? "warning" : "bad"} text={results[sendResult]} />
      ),
    },
    { title: "Sent", cell: ({ at }) => <Moment at={at} /> },
  ];
}

// An email is untrusted content. Only its inline styles work: scripts, forms and remote content are blocked.
const policy = [
  "sandbox",
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/** Only the mock's own pages can frame the response. */
function sendFrame(context: Context<Bindings>, html: string): Response {
  context.set("ownHeaders", {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
  });
  return new Response(html, { headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" } });
}
