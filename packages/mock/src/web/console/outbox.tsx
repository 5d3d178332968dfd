import type { Context, Hono } from "hono";
import { Refusal } from "../../contract/refusal.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../sites.ts";
import { sendFrame } from "./emailFrame.ts";
import { Mailbox } from "./mailbox.tsx";
import { mostListed, type Selection, selectionIn } from "./mailSelection.ts";
import { accountOf, accountPath } from "./ofAccount.ts";
import { consolePage } from "./page.tsx";

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

async function page(accountId: number, { control }: Parts, selection: Selection, number?: number): Promise<Response> {
  const { to, rejected, before } = selection;
  const fitting = await control.outbox(accountId, { rejected, ...(to === "" ? {} : { to }) });
  const email = number === undefined ? undefined : await control.email(accountId, number, { rejected });
  const earlier = before === undefined ? fitting : fitting.filter((one) => one.number < before);
  const path = `/console/accounts/${accountId}/outbox`;
  const listed = earlier.slice(-mostListed).reverse();
  const children = (
    <Mailbox
      path={path}
      selection={selection}
      listed={listed}
      hasOlder={earlier.length > mostListed}
      total={fitting.length}
      email={email}
    />
  );
  return consolePage({ title: "Outbox", current: path, accountId, children });
}

function numberIn({ req }: Context): number {
  return Number(req.param("number"));
}
