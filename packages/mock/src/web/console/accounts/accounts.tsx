import type { Context, Hono } from "hono";
import { Refusal, statusOfCategory } from "../../../contract/errors/refusal.ts";
import { profileOf } from "../../../control/existingAccount.ts";
import type { AccountInput } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { formLimit, formOf, originOf } from "../forms.tsx";
import { doneAt } from "../notes.ts";
import { accountOf, accountPath } from "../ofAccount.ts";
import { accountOverview } from "./accountOverview.tsx";
import { accountListPage, deleteAccountPage, newAccountPage } from "./accountPages.tsx";

const pageSize = 100;

/** The accounts there are: to look at, to make, to delete. */
export function addAccounts(app: Hono<Bindings>, { control, store }: Parts): void {
  app.get("/accounts", ({ req }) => listPage(Number(req.query("after") ?? 0)));
  app.post("/accounts", formLimit, async (context) => {
    const input = await readInput(context);
    try {
      return await newAccountPage(await control.account(input), originOf(context));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return listPage(0, { input, message: error.message, status: statusOfCategory[error.category] });
    }
  });
  app.get(accountPath, async (context) => {
    const accountId = await accountOf(context, { store });
    const clock = await control.clock.get(accountId);
    return accountOverview(accountId, clock, store.account(accountId), context.req.query("appsBefore"));
  });
  app.get(`${accountPath}/delete`, async (context) => {
    const accountId = await accountOf(context, { store });
    const { hubDomain } = await profileOf(store.account(accountId));
    return deleteAccountPage(accountId, hubDomain);
  });
  app.post(`${accountPath}/delete`, async (context) => {
    await control.deleteAccount(await accountOf(context, { store }));
    return context.redirect(doneAt("/console/accounts", "account-deleted"), 303);
  });

  async function listPage(after: number, failed?: FailedInput): Promise<Response> {
    return accountListPage(await control.accounts.list({ after, limit: pageSize }), after, failed);
  }
}

/** What was typed into the form and refused, and why. */
export interface FailedInput {
  readonly input: AccountInput;
  readonly message: string;
  readonly status: number;
}

/** Nothing ticked means every scope, as a missing list does for the control API. */
async function readInput({ req }: Context): Promise<AccountInput> {
  const form = await formOf(req);
  const scopes = [form["scope"] ?? []].flat().filter((scope) => typeof scope === "string");
  const { redirectUri = "" } = form;
  return {
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(typeof redirectUri !== "string" || redirectUri === "" ? {} : { redirectUris: [redirectUri] }),
  };
}
