import type { SentEmail } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { Table } from "../components/table.tsx";
import { Cut, Moment, OperationLink } from "../components/text.tsx";
import { addressOf, type Selection, type View, views } from "./mailSelection.ts";

export interface MessageProps {
  readonly path: string;
  readonly selection: Selection;
  readonly email: SentEmail;
}

// What can be long is cut; the control API has all of it.
const maxFieldLength = 1_000;
const maxTextLength = 200_000;
const maxProperties = 200;

const tabs: Readonly<Record<View, string>> = { html: "HTML", text: "Text", headers: "Headers", data: "Data" };

/** One email: who, what became of it and why, and its content as the view says. */
export function Message({ path, selection, email }: MessageProps): Markup {
  const { message, result, reason } = email;
  const own = `${path}/${email.number}`;
  return (
    <article class="card message" aria-labelledby="subject">
      <h2 id="subject">
        <Cut text={email.subject === "" ? "(no subject)" : email.subject} max={300} />
      </h2>
      <dl class="facts">
        <Texts term="From" values={[email.from]} />
        <Texts term="To" values={[message.to]} />
        <Texts term="Cc" values={message.cc} />
        <Texts term="Bcc" values={message.bcc} />
        <Texts term="Reply to" values={replyTo(email)} />
        <Fact term="When">
          <Moment at={email.at} />
        </Fact>
        <Texts term="Email id" values={[String(email.emailId)]} />
        <Fact term="Sent by">
          <OperationLink operationId="transactionalEmail.send" />
        </Fact>
        <Texts term="Send id" values={message.sendId === undefined ? [] : [message.sendId]} />
      </dl>
      <p class={selection.rejected ? "notice bad" : "notice"}>
        <strong>{result.sendResult}</strong>: <Cut text={reason ?? result.message ?? ""} max={maxFieldLength} />
      </p>
      <nav class="tabs" aria-label="Views of the email">
        {views.map((view) => (
          <a href={addressOf(own, selection, { view })} aria-current={view === selection.view ? "page" : undefined}>
            {tabs[view]}
          </a>
        ))}
      </nav>
      <Content own={own} selection={selection} email={email} />
    </article>
  );
}

function Texts({ term, values = [] }: { readonly term: string; readonly values: readonly string[] | undefined }) {
  return <Fact term={term}>{values.length > 0 && <Cut text={values.join(", ")} max={maxFieldLength} />}</Fact>;
}

function Content({ own, selection, email }: { readonly own: string; readonly selection: Selection; readonly email: SentEmail }) {
  switch (selection.view) {
    case "html":
      if (email.html === undefined) return <p class="empty">The email has no content.</p>;
      return (
        <>
          <iframe class="mail-frame" title="The email as HTML" sandbox="" src={addressOf(`${own}/html`, { ...selection, view: "html" })} />
          <p class="hint">Nothing in it is loaded from elsewhere, and its links lead nowhere.</p>
        </>
      );
    case "text":
      if (email.text === undefined) return <p class="empty">The email has no content.</p>;
      return (
        <pre class="wrap" tabindex={0}>
          <Cut text={email.text} max={maxTextLength} />
        </pre>
      );
    case "headers":
      return (
        <pre class="wrap" tabindex={0}>
          <Cut text={headersOf(email)} max={maxTextLength} />
        </pre>
      );
    case "data":
      return <Data email={email} />;
  }
}

/** The fields of the header as an email carries them. A value cannot begin a line of its own. */
function headersOf(email: SentEmail): string {
  const { message, at, from, subject } = email;
  const fields: readonly (readonly [string, readonly string[]])[] = [
    ["Date", [new Date(at).toUTCString().replace("GMT", "+0000")]],
    ["From", [from]],
    ["To", [message.to]],
    ["Cc", message.cc ?? []],
    ["Bcc", message.bcc ?? []],
    ["Reply-To", replyTo(email)],
    ["Subject", [subject]],
  ];
  return fields
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.join(", ").replaceAll(/\s+/g, " ")}`)
    .join("\n");
}

function replyTo({ message }: SentEmail): readonly string[] {
  return [...(message.replyTo === undefined ? [] : [message.replyTo]), ...(message.replyToList ?? [])];
}

function Data({ email }: { readonly email: SentEmail }) {
  const { eventId, message } = email.result;
  return (
    <>
      <Values caption="Custom properties, for this email only" values={email.customProperties} />
      <Values caption="Contact properties, set on the contact of the recipient" values={email.contactProperties} />
      <h3>Answer</h3>
      <dl class="facts">
        <Texts term="Result" values={[email.result.sendResult]} />
        <Texts term="Message" values={message === undefined ? [] : [message]} />
        <Texts term="Event id" values={eventId === undefined ? [] : [eventId.id]} />
      </dl>
    </>
  );
}

type Property = SentEmail["customProperties"][number];

function Values({ caption, values }: { readonly caption: string; readonly values: SentEmail["customProperties"] }) {
  if (values.length === 0) return <p class="muted">{caption}: none</p>;
  const columns = [
    { title: "Name", cell: ({ name }: Property) => <Cut text={name} max={100} /> },
    { title: "Value", cell: ({ value }: Property) => <Cut text={value} max={maxFieldLength} /> },
  ];
  return (
    <>
      <Table caption={caption} columns={columns} items={values.slice(0, maxProperties)} />
      {values.length > maxProperties && <p class="muted">and {values.length - maxProperties} more</p>}
    </>
  );
}
