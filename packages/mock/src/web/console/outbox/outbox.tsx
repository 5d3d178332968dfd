import type { Context, Hono } from "hono";
import { Refusal } from "../../../contract/errors/refusal.ts";
import type { Control } from "../../../control/control.ts";
import type { SentEmail } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { accountIn, accountPath, addressOf, consolePage } from "../page.tsx";
import { Mailbox } from "./mailbox.tsx";
import { maxListed, type Selection, selectionIn } from "./mailSelection.ts";

/** What an account has sent, as a mail program shows it. Nothing of an email is ever run or fetched. */
export function addOutbox(app: Hono<Bindings>, { control }: Parts): void {
  app.get(`${accountPath}/outbox`, (context) => page(context));
  app.get(`${accountPath}/outbox/:number{[0-9]+}`, (context) => page(context, numberIn(context)));
  app.get(`${accountPath}/outbox/:number{[0-9]+}/html`, async (context) => {
    const { rejected } = selectionIn(context);
    const { html } = await control.email(accountIn(context), numberIn(context), { rejected });
    if (html === undefined) throw new Refusal("OBJECT_NOT_FOUND", "The email has no content.");
    return sendFrame(context, html);
  });

  async function page(context: Context<Bindings>, number?: number): Promise<Response> {
    const accountId = accountIn(context);
    const selection = selectionIn(context);
    const { emails, total } = await newest(control, accountId, selection);
    const email = number === undefined ? undefined : await control.email(accountId, number, { rejected: selection.rejected });
    const path = addressOf(accountId, "outbox");
    const listed = emails.slice(-maxListed).reverse();
    const children = <Mailbox {...{ path, selection, listed, total, email }} hasOlder={emails.length > maxListed} />;
    return consolePage({ title: "Outbox", current: path, accountId, children });
  }
}

/** The emails of a page, and one more when there are older ones; and how many fit altogether. */
async function newest(
  control: Control,
  accountId: number,
  { to, rejected, before }: Selection,
): Promise<{ readonly emails: readonly SentEmail[]; readonly total: number }> {
  if (to !== "") {
    const fitting = await control.outbox(accountId, { rejected, to });
    return { emails: fitting.filter(({ number }) => before === undefined || number < before), total: fitting.length };
  }
  const page = { rejected, limit: maxListed + 1, ...(before === undefined ? {} : { before }) };
  const [emails, { counts }] = await Promise.all([control.outbox(accountId, page), control.accounts.get(accountId)]);
  return { emails, total: rejected ? counts.rejectedEmails : counts.emails };
}

function numberIn({ req }: Context): number {
  return Number(req.param("number"));
}

// An email is a stranger's page. Its own styles are all that works of it: no script, no form, and nothing is fetched.
const policy = [
  "sandbox",
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/** The HTML of an email, as a page that only our own pages can have in a frame. */
function sendFrame(context: Context<Bindings>, html: string): Response {
  context.set("ownHeaders", {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
  });
  return new Response(html, { headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" } });
}
