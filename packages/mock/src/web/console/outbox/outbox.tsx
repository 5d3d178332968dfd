import type { Context, Hono } from "hono";
import { Refusal } from "../../../contract/errors/refusal.ts";
import { readNewestEmails } from "../../../control/operations/outbox.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { accountOf, accountPath } from "../ofAccount.ts";
import { consolePage } from "../page.tsx";
import { sendFrame } from "./emailFrame.ts";
import { type Email, Mailbox } from "./mailbox.tsx";
import { maxListed, type Selection, selectionIn } from "./mailSelection.ts";

/** What an account has sent, as a mail program shows it. Nothing of an email is ever run or fetched. */
export function addOutbox(app: Hono<Bindings>, parts: Parts): void {
  app.get(`${accountPath}/outbox`, async (context) => page(await accountOf(context, parts), parts, selectionIn(context)));
  app.get(`${accountPath}/outbox/:number{[0-9]+}`, async (context) =>
    page(await accountOf(context, parts), parts, selectionIn(context), numberIn(context)),
  );
  app.get(`${accountPath}/outbox/:number{[0-9]+}/html`, async (context) => {
    const accountId = await accountOf(context, parts);
    const { rejected } = selectionIn(context);
    const { html } = await parts.control.email(accountId, numberIn(context), { rejected });
    if (html === undefined) throw new Refusal("OBJECT_NOT_FOUND", "The email has no content.");
    return sendFrame(context, html);
  });
}

async function page(accountId: number, parts: Parts, selection: Selection, number?: number): Promise<Response> {
  const { rejected } = selection;
  const { emails, total } = await newest(accountId, parts, selection);
  const email = number === undefined ? undefined : await parts.control.email(accountId, number, { rejected });
  const path = `/console/accounts/${accountId}/outbox`;
  const listed = emails.slice(0, maxListed);
  const children = (
    <Mailbox path={path} selection={selection} listed={listed} hasOlder={emails.length > maxListed} total={total} email={email} />
  );
  return consolePage({ title: "Outbox", current: path, accountId, children });
}

interface Newest {
  readonly emails: readonly Email[];
  readonly total: number;
}

/** The emails of a page and one more when there are older ones, and how many fit altogether. */
async function newest(accountId: number, { control, store }: Parts, { to, rejected, before }: Selection): Promise<Newest> {
  if (to === "") return readNewestEmails({ store }, accountId, { rejected, before, limit: maxListed + 1 });
  const fitting = await control.outbox(accountId, { rejected, to });
  const earlier = fitting.filter(({ number }) => before === undefined || number < before);
  return { emails: earlier.slice(-maxListed - 1).reverse(), total: fitting.length };
}

function numberIn({ req }: Context): number {
  return Number(req.param("number"));
}
