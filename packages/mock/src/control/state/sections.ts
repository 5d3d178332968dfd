import type { AccountState, EmailState, SmtpTokenState } from "../../generated/control/schemas.ts";
import { outboxKey } from "../../handlers/email/outbox.ts";
import { sendIdKey } from "../../handlers/email/sendIds.ts";
import type { Collection, Documents, EmailTemplate, StoredSmtpToken } from "../../store/documents.ts";
import type { AccountProfile } from "../../store/store.ts";
import { shownEmail } from "../outbox.ts";
import type { Findings } from "./problems.ts";

/** What the parts of a state need to know of their account. */
export interface Scope {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly now: number;
  readonly findings: Findings;
}

type SectionName =
  | "emails"
  | "sentEmails"
  | "sendIds"
  | "smtpTokens"
  | "pages"
  | "domains"
  | "eventDefinitions"
  | "channels"
  | "broadcasts";
type ItemOf<Name extends SectionName> = NonNullable<AccountState[Name]>[number];

/** How a list of the state and a collection of documents become each other. */
export interface Section<Item, Name extends Collection> {
  readonly collection: Name;
  /** What tells an item from the others of its list, and gives the list its order. */
  readonly idOf: (item: Item) => string;
  /** The key of its document, when that is not its id. */
  readonly keyOf?: (item: Item) => string;
  readonly read: (item: Item, scope: Scope, field: string) => Documents[Name];
  readonly show: (document: Documents[Name]) => Item;
}

// An id of the account inside an object is always that of the account it is in: a snapshot of one fits into another.
export const sections = {
  emails: section<"emails", "emailTemplate">({
    collection: "emailTemplate",
    idOf: ({ id }) => String(id),
    read: readTemplate,
    show: ({ requiredProperties, ...template }) => ({ ...template, requiredProperties: [...requiredProperties] }),
  }),
  sentEmails: section<"sentEmails", "email">({
    collection: "email",
    idOf: ({ number }) => String(number),
    keyOf: ({ number }) => outboxKey(number),
    read: ({ at, ...email }, { findings }, field) => ({ ...email, at: findings.moment(at, `${field}.at`) }),
    show: shownEmail,
  }),
  sendIds: section<"sendIds", "sendId">({
    collection: "sendId",
    idOf: ({ sendId }) => sendId,
    keyOf: ({ sendId }) => sendIdKey(sendId),
    read: ({ sendId, result }) => ({ sendId, result }),
    show: ({ sendId, result }) => ({ sendId, result }),
  }),
  smtpTokens: section<"smtpTokens", "smtpToken">({
    collection: "smtpToken",
    idOf: ({ userName }) => userName,
    read: readSmtpToken,
    show: ({ portalId: _account, passwordHash: _secret, ...token }) => token,
  }),
  pages: section<"pages", "page">({
    collection: "page",
    idOf: ({ id }) => String(id),
    read: (page, { accountId }) => ({ ...page, portal_id: accountId }),
    show: (page) => page,
  }),
  domains: section<"domains", "domain">({
    collection: "domain",
    idOf: ({ id }) => id,
    read: (domain) => domain,
    show: (domain) => domain,
  }),
  eventDefinitions: section<"eventDefinitions", "eventDefinition">({
    collection: "eventDefinition",
    idOf: ({ name }) => name,
    read: (definition, { accountId }) => ({ ...definition, fullyQualifiedName: `pe${accountId}_${definition.name}` }),
    show: (definition) => definition,
  }),
  channels: section<"channels", "channel">({
    collection: "channel",
    idOf: ({ channelGuid }) => channelGuid,
    read: (channel, { accountId }) => ({ ...channel, portalId: accountId }),
    show: (channel) => channel,
  }),
  broadcasts: section<"broadcasts", "broadcast">({
    collection: "broadcast",
    idOf: ({ broadcastGuid }) => broadcastGuid,
    read: (broadcast, { accountId }) => ({ ...broadcast, portalId: accountId }),
    show: (broadcast) => broadcast,
  }),
};

function section<Name extends SectionName, Of extends Collection>(definition: Section<ItemOf<Name>, Of>): Section<ItemOf<Name>, Of> {
  return definition;
}

function readTemplate(email: EmailState, { profile }: Scope): EmailTemplate {
  const { id, name = `Email ${id}`, published = true, subject = name, requiredProperties = [] } = email;
  const { from = `noreply@${profile.hubDomain}`, body = name } = email;
  return { id, name, published, subject, from, body, requiredProperties };
}

// No password hashes to this: what is restored has none until it is reset.
const noPassword = "";

function readSmtpToken(token: SmtpTokenState, { accountId, profile, now }: Scope): StoredSmtpToken {
  const { userName, campaignName, emailCampaignId = 1, createdAt = now, createdBy = profile.userEmail, appId = 1, deleted = false } = token;
  return { portalId: accountId, userName, emailCampaignId, createdAt, deleted, createdBy, appId, campaignName, passwordHash: noPassword };
}
