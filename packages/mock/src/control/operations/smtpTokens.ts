import type { SmtpTokenInput, SmtpTokenList, SmtpTokenWithPassword } from "@crm-platform/types";
import {
  createToken,
  deleteToken,
  listSmtpTokens as listTokens,
  resetPassword,
  type SmtpTokenPage,
  smtpTokenOf,
  type WithPassword,
} from "../../handlers/smtpTokens/tokens.ts";
import { Ids } from "../../platform/ids.ts";
import { callerOfUser } from "../../platform/userToken.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, existingAccount } from "../existingAccount.ts";

export async function listSmtpTokens(context: ControlContext, accountId: number, page: SmtpTokenPage): Promise<SmtpTokenList> {
  return listTokens(await existingAccount(context, accountId), page);
}

export async function createSmtpToken(context: ControlContext, accountId: number, input: SmtpTokenInput): Promise<SmtpTokenWithPassword> {
  return changeAccount(context, accountId, async ({ account: store, profile, now }) => {
    const ids = new Ids(context.store.idSeed, store);
    const caller = callerOfUser(profile.userId);
    return shown(await createToken({ ...input, createdBy: profile.userEmail }, { accountId, now, ids, store, caller }));
  });
}

export async function resetSmtpPassword(context: ControlContext, accountId: number, tokenId: string): Promise<SmtpTokenWithPassword> {
  return changeAccount(context, accountId, async ({ account: store }) =>
    shown(await resetPassword(tokenId, { ids: new Ids(context.store.idSeed, store), store })),
  );
}

export async function deleteSmtpToken(context: ControlContext, accountId: number, tokenId: string): Promise<void> {
  await changeAccount(context, accountId, ({ account: store }) => deleteToken(tokenId, { store }));
}

function shown({ token, password }: WithPassword): SmtpTokenWithPassword {
  return { ...smtpTokenOf(token), password };
}
