import type { SmtpToken, SmtpTokenList } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredSmtpToken } from "../../store/documents/documents.ts";
import { pagingOf } from "../common/paging.ts";
import { existing } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";

const host = "crm-platform.example";
const unknownToken = "No SMTP token has this username.";

const defaultLimit = 100;

/** The app id of tokens that a user created without an app. */
const noApp = 1;

type Writing = Pick<Context, "accountId" | "now" | "ids" | "store" | "caller">;

/** `after` is the id of the last token on the previous page. */
export interface SmtpTokenPage {
  readonly after?: string;
  readonly limit?: number;
  readonly campaignName?: string;
  readonly emailCampaignId?: string;
}

export async function listSmtpTokens(store: AccountStore, page: SmtpTokenPage): Promise<SmtpTokenList> {
  const { limit = defaultLimit, after = "", campaignName, emailCampaignId } = page;
  const tokens = (await store.documents.list("smtpToken"))
    .map(({ document }) => document)
    .filter((token) => !token.deleted && token.userName > after)
    .filter((token) => campaignName === undefined || token.campaignName === campaignName)
    .filter((token) => emailCampaignId === undefined || String(token.emailCampaignId) === emailCampaignId)
    .sort((left, right) => (left.userName < right.userName ? -1 : 1));
  const results = tokens.slice(0, limit).map(smtpTokenOf);
  return { results, ...pagingOf(tokens.length > limit ? results.at(-1)?.id : undefined) };
}

export function smtpTokenOf(token: StoredSmtpToken): SmtpToken {
  const { userName, campaignName, emailCampaignId, createContact = false, createdBy, createdAt } = token;
  const campaign = { campaignName, emailCampaignId: String(emailCampaignId) };
  return { id: userName, ...campaign, createContact, createdBy, createdAt: timestampOf(createdAt) };
}

export interface WithPassword {
  readonly token: StoredSmtpToken;
  readonly password: string;
}

export async function createToken(
  { createdBy, campaignName, createContact }: Pick<StoredSmtpToken, "createdBy" | "campaignName" | "createContact">,
  context: Writing,
): Promise<WithPassword> {
  const { accountId, now, ids, caller } = context;
  const password = await ids.password();
  const token: StoredSmtpToken = {
    portalId: accountId,
    userName: `${await ids.characters(10)}@${accountId}.smtp.${host}`,
    emailCampaignId: await ids.number(),
    createdAt: now,
    deleted: false,
    createdBy,
    appId: caller.app?.appId ?? noApp,
    campaignName,
    ...(createContact && { createContact }),
    passwordHash: hashOf(password),
  };
  await put(token, context);
  return { token, password };
}

export async function existingToken(userName: string, context: Pick<Writing, "store">): Promise<StoredSmtpToken> {
  const token = await anyToken(userName, context);
  return existing(token.deleted ? undefined : token, unknownToken);
}

/** @throws Rejection with status 404 for an unknown or deleted token */
export async function resetPassword(userName: string, context: Pick<Writing, "ids" | "store">): Promise<WithPassword> {
  const former = await existingToken(userName, context);
  const password = await context.ids.password();
  const token = { ...former, passwordHash: hashOf(password) };
  await put(token, context);
  return { token, password };
}

/** Deletes a token. A token that is already deleted is unchanged. @throws Rejection with status 404 for an unknown token */
export async function deleteToken(userName: string, context: Pick<Writing, "store">): Promise<void> {
  await put({ ...(await anyToken(userName, context)), deleted: true }, context);
}

async function anyToken(userName: string, { store }: Pick<Writing, "store">): Promise<StoredSmtpToken> {
  return existing(await store.documents.get("smtpToken", userName), unknownToken);
}

async function put(token: StoredSmtpToken, { store }: Pick<Writing, "store">): Promise<void> {
  await store.documents.put("smtpToken", [{ key: token.userName, document: token }]);
}
