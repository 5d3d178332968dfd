import { hash } from "node:crypto";
import type { SmtpTokenV1 } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import { hashOf, type Ids } from "../platform/ids.ts";
import type { StoredSmtpToken } from "../store/documents.ts";
import type { HandlersOfArea } from "./handlers.ts";

const host = "crm-platform.example";

export const smtpTokensV1: HandlersOfArea<"smtpTokensV1"> = {
  "smtpTokensV1.list": {
    kind: "reads",
    async run(_, { store }) {
      const tokens = await store.documents.list("smtpToken");
      return { status: 200, body: tokens.map(({ document }) => withoutHash(document)) };
    },
  },
  "smtpTokensV1.create": {
    kind: "writes",
    async run({ body }, { accountId, store, now, ids, caller }) {
      const password = await newPassword(ids);
      const token: StoredSmtpToken = {
        portalId: accountId,
        userName: `${await ids.characters(10)}@${accountId}.smtp.${host}`,
        emailCampaignId: await ids.number(),
        createdAt: now,
        deleted: false,
        createdBy: body.createdBy,
        appId: caller.appId,
        campaignName: body.campaignName,
        passwordHash: hashOf(password),
      };
      await store.documents.put("smtpToken", [{ key: token.userName, document: token }]);
      return { status: 200, body: { ...withoutHash(token), password } };
    },
  },
  "smtpTokensV1.resetPassword": {
    kind: "writes",
    async run({ path }, { store, ids }) {
      const token = await store.documents.get("smtpToken", path.userName);
      if (!token || token.deleted) throw new Rejection("OBJECT_NOT_FOUND", "No SMTP token has this username.");
      const password = await newPassword(ids);
      const changed = { ...token, passwordHash: hashOf(password) };
      await store.documents.put("smtpToken", [{ key: token.userName, document: changed }]);
      return { status: 200, body: { ...changed, password } };
    },
  },
};

function withoutHash({ passwordHash: _, ...token }: StoredSmtpToken): SmtpTokenV1 {
  return token;
}

/** According to behaviour.md, 7, passwords have 26 to 30 characters. */
async function newPassword(ids: Ids): Promise<string> {
  const text = hash("sha256", await ids.characters(40), "base64url");
  return text.replaceAll("-", "A").replaceAll("_", "z").slice(0, 28);
}
