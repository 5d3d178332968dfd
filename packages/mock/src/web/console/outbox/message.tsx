import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { Moment } from "../moment.tsx";
import { OperationLink } from "../referenceLinks.tsx";
import type { Email } from "./mailbox.tsx";
import { addressOf, type Selection, type View, views } from "./mailSelection.ts";

export interface MessageProps {
  readonly path: string;
  readonly selection: Selection;
  readonly email: Email;
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
        <Cut text={email.subject === "" ? "(no subject)" : email.subject} most={300} />
      </h2>
      <dl class="facts">
        <Fact term="From" values={[email.from]} />
        <Fact term="To" values={[message.to]} />
        <Fact term="Cc" values={message.cc} />
        <Fact term="Bcc" values={message.bcc} />
        <Fact term="Reply to" values={replyTo(email)} />
        <dt>When</dt>
        <dd>
          <Moment at={email.at} />
        </dd>
        <Fact term="Email id" values={[String(email.emailId)]} />
        <dt>Sent by</dt>
        <dd>
          <OperationLink operationId="transactionalEmail.send" />
        </dd>
        <Fact term="Send id" values={message.sendId === undefined ? [] : [message.sendId]} />
      </dl>
      <p class={selection.rejected ? "notice bad" : "notice"}>
        <strong>{result.sendResult}</strong>: <Cut text={reason ?? result.message ?? ""} most={maxFieldLength} />
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

function Fact({ term, values = [] }: { readonly term: string; readonly values: readonly string[] | undefined }) {
  if (values.length === 0) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <Cut text={values.join(", ")} most={maxFieldLength} />
      </dd>
    </>
  );
}

function Content({ own, selection, email }: { readonly own: string; readonly selection: Selection; readonly email: Email }) {
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
          <Cut text={email.text} most={maxTextLength} />
        </pre>
      );
    case "headers":
      return (
        <pre class="wrap" tabindex={0}>
          <Cut text={headersOf(email)} most={maxTextLength} />
        </pre>
      );
    case "data":
      return <Data email={email} />;
  }
}

/** The fields of the header as an email carries them. A value cannot begin a line of its own. */
function headersOf(email: Email): string {
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

function replyTo({ message }: Email): readonly string[] {
  return [...(message.replyTo === undefined ? [] : [message.replyTo]), ...(message.replyToList ?? [])];
}

function Data({ email }: { readonly email: Email }) {
  const { eventId, message } = email.result;
  return (
    <>
      <Values caption="Custom properties, for this email only" values={email.customProperties} />
      <Values caption="Contact properties, set on the contact of the recipient" values={email.contactProperties} />
      <h3>Answer</h3>
      <dl class="facts">
        <Fact term="Result" values={[email.result.sendResult]} />
        <Fact term="Message" values={message === undefined ? [] : [message]} />
        <Fact term="Event id" values={eventId === undefined ? [] : [eventId.id]} />
      </dl>
    </>
  );
}

function Values({ caption, values }: { readonly caption: string; readonly values: Email["customProperties"] }) {
  if (values.length === 0) return <p class="muted">{caption}: none</p>;
  return (
    <div class="table stacks">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, maxProperties).map(({ name, value }) => (
            <tr>
              <th scope="row">
                <Cut text={name} most={100} />
              </th>
              <td data-label="Value">
                <Cut text={value} most={maxFieldLength} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > maxProperties && <p class="muted">and {values.length - maxProperties} more</p>}
    </div>
  );
}
