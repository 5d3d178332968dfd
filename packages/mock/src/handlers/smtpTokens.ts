import { type HandlersOfArea, reads, writes } from "./handlers.ts";
import { createToken, deleteToken, existingToken, listSmtpTokens, resetPassword, smtpTokenOf } from "./smtpTokens/tokens.ts";

export const smtpTokens: HandlersOfArea<"smtpTokens"> = {
  "smtpTokens.list": reads(async ({ query }, { store }) => {
    return { status: 200, body: await listSmtpTokens(store, query) };
  }),
  "smtpTokens.create": writes(async ({ body: { campaignName, createContact } }, context) => {
    const { token, password } = await createToken({ createdBy: context.profile.userEmail, campaignName, createContact }, context);
    return { status: 201, body: { ...smtpTokenOf(token), password } };
  }),
  "smtpTokens.get": reads(async ({ path }, context) => {
    return { status: 200, body: smtpTokenOf(await existingToken(path.tokenId, context)) };
  }),
  "smtpTokens.delete": writes(async ({ path }, context) => {
    await deleteToken(path.tokenId, context);
    return { status: 204 };
  }),
  "smtpTokens.resetPassword": writes(async ({ path }, context) => {
    const { token, password } = await resetPassword(path.tokenId, context);
    return { status: 200, body: { ...smtpTokenOf(token), password } };
  }),
};
