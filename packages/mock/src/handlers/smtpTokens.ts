import type { SmtpToken } from "@crm-platform/types";
import type { StoredSmtpToken } from "../store/documents.ts";
import { timestampOf } from "./common/timestamps.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { createToken, deleteToken, existingToken, resetPassword } from "./smtpTokens/tokens.ts";

const defaultLimit = 100;

export const smtpTokens: HandlersOfArea<"smtpTokens"> = {
  "smtpTokens.list": {
    kind: "reads",
    async run({ query }, { store }) {
      const { limit = defaultLimit, after = "", campaignName, emailCampaignId } = query;
      const found = (await store.documents.list("smtpToken"))
        .map(({ document }) => document)
        .filter((token) => !token.deleted && token.userName > after)
        .filter((token) => campaignName === undefined || token.campaignName === campaignName)
        .filter((token) => emailCampaignId === undefined || String(token.emailCampaignId) === emailCampaignId)
        .sort((left, right) => (left.userName < right.userName ? -1 : 1));
      const results = found.slice(0, limit).map(tokenOf);
      const last = results.at(-1);
      return { status: 200, body: last && found.length > limit ? { results, paging: { next: { after: last.id } } } : { results } };
    },
  },
  "smtpTokens.create": {
    kind: "writes",
    async run({ body: { campaignName, createContact } }, context) {
      const createdBy = context.profile.userEmail;
      const { token, password } = await createToken({ createdBy, campaignName, createContact }, context);
      return { status: 201, body: { ...tokenOf(token), password } };
    },
  },
  "smtpTokens.get": {
    kind: "reads",
    async run({ path }, context) {
      return { status: 200, body: tokenOf(await existingToken(path.tokenId, context)) };
    },
  },
  "smtpTokens.delete": {
    kind: "writes",
    async run({ path }, context) {
      await deleteToken(path.tokenId, context);
      return { status: 204 };
    },
  },
  "smtpTokens.resetPassword": {
    kind: "writes",
    async run({ path }, context) {
      const { token, password } = await resetPassword(path.tokenId, context);
      return { status: 200, body: { ...tokenOf(token), password } };
    },
  },
};

function tokenOf({ userName, campaignName, emailCampaignId, createContact = false, createdBy, createdAt }: StoredSmtpToken): SmtpToken {
  const campaign = { campaignName, emailCampaignId: String(emailCampaignId) };
  return { id: userName, ...campaign, createContact, createdBy, createdAt: timestampOf(createdAt) };
}
