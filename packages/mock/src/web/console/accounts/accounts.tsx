import type { Context, Hono } from "hono";
import { Refusal, statusOfCategory } from "../../../contract/refusal.ts";
import type { Control } from "../../../control/control.ts";
import type { AccountInput, ListedAccount } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { formLimit } from "../forms.tsx";
import { doneAt } from "../notes.ts";
import { accountOverview } from "./accountOverview.tsx";
import { accountListPage, deleteAccountPage, newAccountPage } from "./accountPages.tsx";

const pageSize = 100;

/** The accounts there are: to look at, to make, to delete. */
export function addAccounts(app: Hono<Bindings>, { control, store }: Parts): void {
  app.get("/accounts", ({ req }) => listPage(Number(req.query("after") ?? 0)));
  app.post("/accounts", formLimit, async (context) => {
    const input = await readInput(context);
    try {
      return await newAccountPage(await control.account(input), new URL(context.req.url).origin);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return listPage(0, { input, message: error.message, status: statusOfCategory[error.category] });
    }
  });
  app.get("/accounts/:accountId{[0-9]+}", async ({ req }) => {
    const accountId = Number(req.param("accountId"));
    // Refuses what is no account.
    const clock = await control.clock.get(accountId);
    return accountOverview(accountId, clock, store.account(accountId), req.query("appsBefore"));
  });
  app.get("/accounts/:accountId{[0-9]+}/delete", async ({ req }) =>
    deleteAccountPage(await accountOf(control, Number(req.param("accountId")))),
  );
  app.post("/accounts/:accountId{[0-9]+}/delete", async ({ req, redirect }) => {
    await control.deleteAccount(Number(req.param("accountId")));
    return redirect(doneAt("/console/accounts", "account-deleted"), 303);
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
  const form = await req.parseBody({ all: true });
  const scopes = [form["scope"] ?? []].flat().filter((scope) => typeof scope === "string");
  const { redirectUri = "" } = form;
  return {
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(typeof redirectUri !== "string" || redirectUri === "" ? {} : { redirectUris: [redirectUri] }),
  };
}

/** @throws Refusal when there is no such account */
async function accountOf(control: Control, accountId: number): Promise<ListedAccount> {
  const { results } = await control.accounts.list({ after: Math.max(accountId - 1, 0), limit: 1 });
  const account = results.find((one) => one.accountId === accountId);
  if (!account) throw new Refusal("OBJECT_NOT_FOUND", `There is no account ${accountId}.`);
  return account;
}
