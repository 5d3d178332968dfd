import type { Context, Hono } from "hono";
import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { ControlledAccount } from "../../../control/control.ts";
import type { AccountInput } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, formOf, originOf, refusalOf } from "../components/forms.tsx";
import { accountIn, accountPath, done } from "../page.tsx";
import { accountListPage, deleteAccountPage, newAccountPage } from "./accountPages.tsx";
import { accountOverview } from "./overview.tsx";

const pageSize = 100;

/** The accounts there are: to look at, to create, to delete. */
export function addAccounts(app: Hono<Bindings>, { control }: Parts): void {
  app.get("/accounts", ({ req }) => listPage(Number(req.query("after") ?? 0)));
  app.post("/accounts", formLimit, async (context) => {
    const input = await readInput(context);
    let account: ControlledAccount | undefined;
    const refusal = await refusalOf(async () => {
      account = await control.account(input);
    });
    return account ? newAccountPage(account, originOf(context)) : listPage(0, input, refusal);
  });
  app.get(accountPath, async (context) => {
    const accountId = accountIn(context);
    const [account, clock] = await Promise.all([control.accounts.get(accountId), control.clock.get(accountId)]);
    return accountOverview(account, clock, context.req.query("appsAfter") ?? "");
  });
  app.get(`${accountPath}/delete`, async (context) => deleteAccountPage(await control.accounts.get(accountIn(context))));
  app.post(`${accountPath}/delete`, async (context) => {
    await control.deleteAccount(accountIn(context));
    return done(context, "/console/accounts", "account-deleted");
  });

  async function listPage(after: number, input: AccountInput = {}, refusal?: Refusal): Promise<Response> {
    return accountListPage(await control.accounts.list({ after, limit: pageSize }), after, { input, refusal });
  }
}

/** No ticked scope means every scope, as a missing list does for the control API. */
async function readInput({ req }: Context): Promise<AccountInput> {
  const form = await formOf(req);
  const scopes = [form["scope"] ?? []].flat().filter((scope) => typeof scope === "string");
  const { redirectUri = "" } = form;
  return {
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(typeof redirectUri !== "string" || redirectUri === "" ? {} : { redirectUris: [redirectUri] }),
  };
}
