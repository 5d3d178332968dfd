import type { SentEmail } from "../../../generated/control/schemas.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { linkTo, Table, Tabs } from "../components/table.tsx";
import { Cut, cut, Moment, OperationLink } from "../components/text.tsx";
import type { Content } from "../page.tsx";

// The page shortens longer values and lists. The control API returns them in full.
const maxFieldLength = 1_000;
const maxTextLength = 200_000;
const maxProperties = 200;

const views = { html: "HTML", text: "Text", headers: "Headers", data: "Data" } as const;

interface Shown {
  readonly path: string;
  readonly rejected: boolean;
  readonly view: string;
}

export function emailPage(email: SentEmail, { path, rejected, view }: Shown): Content {
  const { message, result, reason } = email;
  const shown = Object.hasOwn(views, view) ? view : "html";
  const query = { rejected: rejected ? "true" : undefined };
  const children = (
    <>
      <p>
        <a href={linkTo(path.replace(/\/\d+$/, ""), query)}>Back to the outbox</a>
      </p>
      <Facts
        facts={{
          From: texts([email.from]),
          To: texts([message.to]),
          Cc: texts(message.cc),
          Bcc: texts(message.bcc),
          "Reply to": texts(replyTo(email)),
          Sent: <Moment at={email.at} />,
          "Email id": email.emailId,
          Operation: email.emailId !== undefined && <OperationLink operationId="transactionalEmail.send" />,
          "SMTP token": texts(email.smtpToken === undefined ? [] : [email.smtpToken]),
          Attachments: attachmentLinks(email, (index) => linkTo(`${path}/attachments/${index}`, query)),
          "Send id": texts(message.sendId === undefined ? [] : [message.sendId]),
        }}
      />
      <p class={rejected ? "notice bad" : "notice"}>
        <strong>{result.sendResult}</strong>: <Cut text={reason ?? result.message ?? ""} max={maxFieldLength} />
      </p>
      <Tabs
        label="Views of the email"
        tabs={Object.entries(views).map(([name, text]) => ({
          href: linkTo(path, { ...query, view: name === "html" ? undefined : name }),
          text,
          isCurrent: name === shown,
        }))}
      />
      {shown === "html" && <Html src={email.html === undefined ? undefined : linkTo(`${path}/html`, query)} />}
      {shown === "text" && <Plain text={email.text ?? "The email has no content."} />}
      {shown === "headers" && <Plain text={headersOf(email)} />}
      {shown === "data" && <Data email={email} />}
    </>
  );
  return { title: cut(subjectOf(email), 300), children };
}

function attachmentLinks({ attachments = [] }: SentEmail, hrefOf: (index: number) => string): Markup | undefined {
  if (attachments.length === 0) return undefined;
  return (
    <ul>
      {attachments.map(({ filename = "(no name)", contentType, size }, index) => (
        <li>
          <a href={hrefOf(index)} download>
            <Cut text={filename} max={100} />
          </a>{" "}
          (<Cut text={contentType} max={100} />, {size.toLocaleString("en-US")} bytes)
        </li>
      ))}
    </ul>
  );
}

export function subjectOf({ subject }: SentEmail): string {
  return subject === "" ? "(no subject)" : subject;
}

function texts(values: readonly string[] = []): Markup | undefined {
  return values.length === 0 ? undefined : <Cut text={values.join(", ")} max={maxFieldLength} />;
}

function Html({ src }: { readonly src: string | undefined }): Markup {
  if (!src) return <p class="empty">The email has no content.</p>;
  return (
    <>
      <iframe class="mail-frame" title="The email as HTML" sandbox="" src={src} />
      <p class="hint">Remote content is not loaded, and links are disabled.</p>
    </>
  );
}

function Plain({ text }: { readonly text: string }): Markup {
  return (
    <pre class="wrap" tabindex={0}>
      <Cut text={text} max={maxTextLength} />
    </pre>
  );
}

/** Replaces line breaks in values with spaces. */
function headersOf(email: SentEmail): string {
  const { message, at, from, subject } = email;
  const fields = {
    Date: [new Date(at).toUTCString().replace("GMT", "+0000")],
    From: [from],
    To: [message.to],
    Cc: message.cc ?? [],
    Bcc: message.bcc ?? [],
    "Reply-To": replyTo(email),
    Subject: [subject],
  };
  return Object.entries(fields)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.join(", ").replaceAll(/\s+/g, " ")}`)
    .join("\n");
}

function replyTo({ message }: SentEmail): readonly string[] {
  return [...(message.replyTo === undefined ? [] : [message.replyTo]), ...(message.replyToList ?? [])];
}

function Data({ email }: { readonly email: SentEmail }): Markup {
  const { sendResult, eventId, message } = email.result;
  const values = (caption: string, items: SentEmail["customProperties"]) => (
    <Table
      caption={caption}
      columns={[
        { title: "Name", cell: ({ name }) => <Cut text={name} max={100} /> },
        { title: "Value", cell: ({ value }) => <Cut text={value} max={maxFieldLength} /> },
      ]}
      items={items}
      empty={`${caption}: none`}
      max={maxProperties}
    />
  );
  return (
    <>
      {values("Custom properties, for this email only", email.customProperties)}
      {values("Contact properties, set on the recipient’s contact", email.contactProperties)}
      <h2>Response</h2>
      <Facts
        isPlain
        facts={{ Result: sendResult, Message: texts(message === undefined ? [] : [message]), "Event id": texts(eventId && [eventId.id]) }}
      />
    </>
  );
}
