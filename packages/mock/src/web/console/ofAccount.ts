import type { Context } from "hono";
import { Refusal } from "../../contract/errors/refusal.ts";
import { profileOf } from "../../control/existingAccount.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../sites.ts";

/** The pages of an account, below `/console`. */
export const accountPath = "/accounts/:accountId{[0-9]+}";

/** The account that a page is about, by its path. @throws Refusal when there is no such account */
export async function accountOf({ req }: Context<Bindings>, { store }: Pick<Parts, "store">): Promise<number> {
  const accountId = Number(req.param("accountId"));
  // The number 0 stands for all accounts, and more digits than a number has stand for none.
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new Refusal("OBJECT_NOT_FOUND", "There is no account with this id.");
  await profileOf(store.account(accountId));
  return accountId;
}
