import type { SentEmail } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field } from "../components/forms.tsx";
import { Cut, counted, Moment } from "../components/text.tsx";
import { addressOf, type Selection } from "./mailSelection.ts";
import { Message } from "./message.tsx";

export interface MailboxProps {
  readonly path: string;
  readonly selection: Selection;
  /** Newest first. */
  readonly listed: readonly SentEmail[];
  readonly hasOlder: boolean;
  /** How many fit, listed or not. */
  readonly total: number;
  /** The one that is open. */
  readonly email: SentEmail | undefined;
}

/** The list of emails, and beside it the one that is open; where there is no room for both, one of the two. */
export function Mailbox(props: MailboxProps): Markup {
  const { path, selection, email } = props;
  return (
    <div class={email ? "mailbox open" : "mailbox"}>
      <div class="mail-list">
        <nav class="tabs" aria-label="Folders">
          {[false, true].map((rejected) => (
            <a
              href={addressOf(path, selection, { rejected, before: undefined, view: "html" })}
              aria-current={rejected === selection.rejected ? "true" : undefined}
            >
              {rejected ? "Refused" : "Sent"}
            </a>
          ))}
        </nav>
        <Filter path={path} selection={selection} />
        <List {...props} />
      </div>
      <div class="mail-open">
        {email ? (
          <>
            <p class="mail-back">
              <a href={addressOf(path, selection, { view: "html" })}>Back to the list</a>
            </p>
            <Message path={path} selection={selection} email={email} />
          </>
        ) : (
          <p class="empty">Choose an email from the list.</p>
        )}
      </div>
    </div>
  );
}

function Filter({ path, selection }: Pick<MailboxProps, "path" | "selection">) {
  return (
    <form class="row" method="get" action={path}>
      {selection.rejected && <input type="hidden" name="rejected" value="true" />}
      <Field id="to" label="To">
        {(described) => <input name="to" type="search" autocomplete="off" value={selection.to} {...described} />}
      </Field>
      <button type="submit">Find</button>
    </form>
  );
}

function List({ path, selection, listed, hasOlder, total, email: open }: MailboxProps) {
  const last = listed.at(-1);
  if (!last) return <p class="empty">{emptyText(selection)}</p>;
  return (
    <>
      <p class="muted">{counted(total, "email")}, newest first</p>
      <ul class="mails">
        {listed.map((email) => (
          <li>
            <a
              href={addressOf(`${path}/${email.number}`, selection, { view: "html" })}
              aria-current={email.number === open?.number ? "true" : undefined}
            >
              <span class="mail-to">
                <Cut text={email.message.to} max={100} />
              </span>
              <ResultBadge result={email.result.sendResult} />
              <span class="mail-subject">
                <Cut text={email.subject === "" ? "(no subject)" : email.subject} max={120} />
              </span>
              <Moment at={email.at} />
            </a>
          </li>
        ))}
      </ul>
      <p class="actions">
        {selection.before !== undefined && <a href={addressOf(path, selection, { before: undefined })}>Newest</a>}
        {hasOlder && <a href={addressOf(path, selection, { before: last.number })}>Older</a>}
      </p>
    </>
  );
}

function emptyText({ to, rejected, before }: Selection): string {
  if (before !== undefined) return "There is nothing older.";
  if (to !== "") return rejected ? "No sending to this address was refused." : "Nothing was sent to this address.";
  return rejected ? "No sending was refused." : "Nothing was sent yet.";
}

type SendResult = SentEmail["result"]["sendResult"];

const words: Readonly<Record<SendResult, string>> = {
  SENT: "sent",
  QUEUED: "queued",
  PORTAL_SUSPENDED: "account suspended",
  INVALID_TO_ADDRESS: "recipient malformed",
  BLOCKED_DOMAIN: "domain blocked",
  PREVIOUSLY_BOUNCED: "bounced before",
  PREVIOUS_SPAM: "spam before",
  INVALID_FROM_ADDRESS: "sender refused",
  MISSING_CONTENT: "no content",
  MISSING_TEMPLATE_PROPERTIES: "properties missing",
};

/** What became of a sending, in few words. */
function ResultBadge({ result }: { readonly result: SendResult }) {
  const kind = result === "SENT" ? "good" : result === "QUEUED" ? "warning" : "bad";
  return <span class={`badge ${kind}`}>{words[result]}</span>;
}
