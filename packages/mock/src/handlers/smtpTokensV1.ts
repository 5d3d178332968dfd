import type { SmtpTokenV1 } from "@crm-platform/types";
import type { StoredSmtpToken } from "../store/documents/documents.ts";
import { type HandlersOfArea, reads, writes } from "./handlers.ts";
import { createToken, resetPassword } from "./smtpTokens/tokens.ts";

export const smtpTokensV1: HandlersOfArea<"smtpTokensV1"> = {
  "smtpTokensV1.list": reads(async (_, { store }) => {
    const tokens = await store.documents.list("smtpToken");
    return { status: 200, body: tokens.map(({ document }) => tokenOf(document)) };
  }),
  "smtpTokensV1.create": writes(async ({ body: { createdBy, campaignName } }, context) => {
    const { token, password } = await createToken({ createdBy, campaignName }, context);
    return { status: 200, body: { ...tokenOf(token), password } };
  }),
  "smtpTokensV1.resetPassword": writes(async ({ path }, context) => {
    const { token, password } = await resetPassword(path.userName, context);
    return { status: 200, body: { ...tokenOf(token), password, passwordHash: token.passwordHash } };
  }),
};

function tokenOf({ passwordHash: _hash, createContact: _create, ...token }: StoredSmtpToken): SmtpTokenV1 {
  return token;
}
