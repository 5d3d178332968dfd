import { hash } from "node:crypto";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { hashOf, type Ids } from "../../platform/ids.ts";
import type { StoredSmtpToken } from "../../store/documents.ts";

const host = "crm-platform.example";

export interface WithPassword {
  readonly token: StoredSmtpToken;
  readonly password: string;
}

export async function createToken(
  { createdBy, campaignName, createContact }: Pick<StoredSmtpToken, "createdBy" | "campaignName" | "createContact">,
  context: Context,
): Promise<WithPassword> {
  const { accountId, now, ids, caller } = context;
  const password = await newPassword(ids);
  const token: StoredSmtpToken = {
    portalId: accountId,
    userName: `${await ids.characters(10)}@${accountId}.smtp.${host}`,
    emailCampaignId: await ids.number(),
    createdAt: now,
    deleted: false,
    createdBy,
    appId: caller.appId,
    campaignName,
    ...(createContact && { createContact }),
    passwordHash: hashOf(password),
  };
  await put(token, context);
  return { token, password };
}

/** @throws Rejection with status 404 for an unknown or deleted token */
export async function existingToken(userName: string, context: Context): Promise<StoredSmtpToken> {
  const token = await context.store.documents.get("smtpToken", userName);
  if (!token || token.deleted) throw unknownToken();
  return token;
}

/** @throws Rejection with status 404 for an unknown or deleted token */
export async function resetPassword(userName: string, context: Context): Promise<WithPassword> {
  const existing = await existingToken(userName, context);
  const password = await newPassword(context.ids);
  const token = { ...existing, passwordHash: hashOf(password) };
  await put(token, context);
  return { token, password };
}

/** Deletes a token. A token that is already deleted is unchanged. @throws Rejection with status 404 for an unknown token */
export async function deleteToken(userName: string, context: Context): Promise<void> {
  const token = await context.store.documents.get("smtpToken", userName);
  if (!token) throw unknownToken();
  await put({ ...token, deleted: true }, context);
}

function unknownToken(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "No SMTP token has this username.");
}

async function put(token: StoredSmtpToken, { store }: Context): Promise<void> {
  await store.documents.put("smtpToken", [{ key: token.userName, document: token }]);
}

/** Generates a password of 28 letters and digits. According to behaviour.md, 7, passwords have 26 to 30 characters. */
async function newPassword(ids: Ids): Promise<string> {
  const text = hash("sha256", await ids.characters(40), "base64url");
  return text.replaceAll("-", "A").replaceAll("_", "z").slice(0, 28);
}
