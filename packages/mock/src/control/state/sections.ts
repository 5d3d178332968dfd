import type { AccountState, EmailState, SmtpTokenState } from "../../generated/control/schemas.ts";
import { present } from "../../handlers/common/present.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { fullNameOf } from "../../handlers/eventDefinitions/definitions.ts";
import { byRecord } from "../../handlers/lists/stored.ts";
import { pipelineKey } from "../../handlers/pipelines/stored.ts";
import { groupKey } from "../../handlers/properties/groups.ts";
import { pluralOf } from "../../handlers/records/objectTypes.ts";
import { outboxKey } from "../../handlers/transactionalEmail/outbox.ts";
import { subscriptionProblems, targetUrlProblems } from "../../handlers/webhooks/checks.ts";
import { settingsKey, subscriptionKey } from "../../handlers/webhooks/stored.ts";
import type { AccountProfile } from "../../store/accountStore.ts";
import type { Collection, Documents, EmailTemplate, StoredSmtpToken } from "../../store/documents/documents.ts";
import { storedSchema } from "./objectSchemas.ts";
import type { Findings } from "./problems.ts";
import { shownEmail } from "./sentEmail.ts";

export interface Scope {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly now: number;
  readonly findings: Findings;
  /** The hashes of the account's SMTP passwords, which a state does not contain. */
  readonly passwordHashes: ReadonlyMap<string, string>;
}

interface CollectionOf {
  readonly propertyGroups: "propertyGroup";
  readonly objectSchemas: "objectSchema";
  readonly pipelines: "pipeline";
  readonly pipelineAudits: "pipelineAudit";
  readonly associationLimits: "associationLimit";
  readonly emails: "emailTemplate";
  readonly sentEmails: "email";
  readonly sendIds: "sendId";
  readonly smtpTokens: "smtpToken";
  readonly pages: "page";
  readonly domains: "domain";
  readonly lists: "list";
  readonly owners: "owner";
  readonly eventDefinitions: "eventDefinition";
  readonly eventUsage: "eventUsage";
  readonly userTokens: "userToken";
  readonly channels: "channel";
  readonly broadcasts: "broadcast";
  readonly webhookSettings: "webhookSettings";
  readonly webhookSubscriptions: "webhookSubscription";
}

/** Converts between a list in the state and a collection of documents. */
export interface Section<Item, Name extends Collection> {
  readonly collection: Name;
  /** Returns the id, which identifies an item and determines its position in the list. */
  readonly idOf: (item: Item) => string;
  /** Returns the key of an item's document. By default, the key is the id. */
  readonly keyOf?: (item: Item, document: Documents[Name]) => string;
  readonly read: (item: Item, scope: Scope, field: string) => Documents[Name];
  readonly show: (document: Documents[Name], key: string) => Item;
}

// Account ids in documents are replaced by the id of the target account, so that a snapshot can be restored in another account.
export const sections: {
  readonly [Name in keyof CollectionOf]: Section<NonNullable<AccountState[Name]>[number], CollectionOf[Name]>;
} = {
  propertyGroups: {
    collection: "propertyGroup",
    idOf: ({ objectType, name }) => groupKey({ objectType, name }),
    keyOf: (_, group) => groupKey(group),
    read: ({ objectType, name, label = name, displayOrder = -1 }, { findings }, field) => {
      findings.filled(name, `${field}.name`);
      const typeId = findings.objectType(objectType, `${field}.objectType`)?.typeId ?? objectType;
      return { objectType: typeId, name, label, displayOrder };
    },
    show: (group) => ({ ...group, objectType: pluralOf(group.objectType) }),
  },
  objectSchemas: {
    collection: "objectSchema",
    idOf: ({ objectTypeId }) => objectTypeId,
    read: (state, { now, findings }, field) => {
      const schema = storedSchema(state, now);
      const [createdAt, updatedAt] = (["createdAt", "updatedAt"] as const).map((name) =>
        timestampOf(findings.moment(schema[name] ?? "", `${field}.${name}`)),
      );
      return { ...schema, ...present({ createdAt, updatedAt }) };
    },
    show: inOrder,
  },
  pipelines: {
    collection: "pipeline",
    idOf: pipelineKey,
    read: (pipeline, { findings }, field) => {
      findings.filled(pipeline.id, `${field}.id`);
      findings.twice(
        pipeline.stages.map(({ id }) => id),
        (index) => `${field}.stages[${index}]`,
      );
      return pipeline;
    },
    show: (pipeline) => pipeline,
  },
  pipelineAudits: {
    collection: "pipelineAudit",
    idOf: pipelineKey,
    read: (audit) => audit,
    show: (audit) => ({ ...audit, changes: audit.changes.map(({ stages, ...change }) => ({ ...change, stages: [...stages] })) }),
  },
  associationLimits: {
    collection: "associationLimit",
    idOf: ({ typeId }) => String(typeId),
    read: (limit) => limit,
    show: (limit) => limit,
  },
  emails: {
    collection: "emailTemplate",
    idOf: ({ id }) => String(id),
    read: readTemplate,
    show: ({ requiredProperties, ...template }) => ({ ...template, requiredProperties: [...requiredProperties] }),
  },
  sentEmails: {
    collection: "email",
    idOf: ({ number }) => String(number),
    keyOf: ({ number }) => outboxKey(number),
    // `reason` is derived from the other fields, and so is `text`, unless the email was sent by SMTP.
    read: ({ at, text, reason: _reason, ...email }, { findings }, field) => {
      const sentText = email.smtpToken === undefined || text === undefined ? {} : { text };
      return { ...email, ...sentText, at: findings.moment(at, `${field}.at`) };
    },
    show: shownEmail,
  },
  sendIds: {
    collection: "sendId",
    idOf: ({ sendId }) => sendId,
    read: (first, { findings }, field) => {
      findings.milliseconds({ requestedAt: first.requestedAt, "result.eventId.created": first.result.eventId?.created }, field);
      return first;
    },
    show: (first) => first,
  },
  smtpTokens: {
    collection: "smtpToken",
    idOf: ({ userName }) => userName,
    read: readSmtpToken,
    show: ({ portalId: _account, passwordHash: _secret, ...token }) => token,
  },
  pages: {
    collection: "page",
    idOf: ({ id }) => String(id),
    read: (page, { accountId }) => ({ ...page, portal_id: accountId }),
    show: (page) => page,
  },
  domains: {
    collection: "domain",
    idOf: ({ id }) => id,
    read: (domain, { findings }, field) => {
      findings.filled(domain.id, `${field}.id`);
      findings.milliseconds({ created: domain.created, updated: domain.updated }, field);
      return domain;
    },
    show: (domain) => domain,
  },
  lists: {
    collection: "list",
    idOf: ({ listId }) => listId,
    read: ({ listVersion = 1, processingType = "MANUAL", members = [], ...list }, { now, findings }, field) => {
      const momentOf = (name: "createdAt" | "updatedAt" | "deletedAt") => {
        const moment = list[name];
        return moment === undefined ? undefined : timestampOf(findings.moment(moment, `${field}.${name}`));
      };
      const objectTypeId = findings.objectType(list.objectTypeId, `${field}.objectTypeId`)?.typeId ?? list.objectTypeId;
      findings.twice(
        members.map(({ recordId }) => recordId),
        (index) => `${field}.members[${index}].recordId`,
      );
      const createdAt = momentOf("createdAt") ?? timestampOf(now);
      const updatedAt = momentOf("updatedAt") ?? createdAt;
      return {
        ...list,
        objectTypeId,
        listVersion,
        processingType,
        createdAt,
        updatedAt,
        ...present({ deletedAt: momentOf("deletedAt") }),
        members: byRecord(members),
      };
    },
    show: inOrder,
  },
  owners: {
    collection: "owner",
    idOf: ({ id }) => id,
    read: ({ type = "PERSON", archived = false, ...owner }, { now, findings }, field) => {
      findings.filled(owner.id, `${field}.id`);
      const createdAt = owner.createdAt === undefined ? now : findings.moment(owner.createdAt, `${field}.createdAt`);
      const updatedAt = owner.updatedAt === undefined ? createdAt : findings.moment(owner.updatedAt, `${field}.updatedAt`);
      return { ...owner, type, archived, createdAt: timestampOf(createdAt), updatedAt: timestampOf(updatedAt) };
    },
    show: (owner) => owner,
  },
  eventDefinitions: {
    collection: "eventDefinition",
    idOf: ({ name }) => name,
    read: (definition, { accountId, findings }, field) => {
      const isName = /^[a-z][a-z0-9_]{0,49}$/.test(definition.name);
      if (!isName)
        findings.add(`${field}.name`, "pattern", "a name of up to 50 lower-case letters, digits and underscores that starts with a letter");
      return { ...definition, fullyQualifiedName: fullNameOf(accountId, definition.name) };
    },
    show: (definition) => definition,
  },
  eventUsage: {
    collection: "eventUsage",
    idOf: ({ month }) => month,
    read: (usage) => usage,
    show: (usage) => usage,
  },
  userTokens: {
    collection: "userToken",
    idOf: ({ utk }) => utk,
    read: (token) => token,
    show: (token) => token,
  },
  channels: {
    collection: "channel",
    idOf: ({ channelGuid }) => channelGuid,
    read: (channel, { accountId, findings }, field) => {
      findings.filled(channel.channelGuid, `${field}.channelGuid`);
      return { ...channel, portalId: accountId };
    },
    show: (channel) => channel,
  },
  broadcasts: {
    collection: "broadcast",
    idOf: ({ broadcastGuid }) => broadcastGuid,
    read: ({ number = 0, ...broadcast }, { accountId, findings }, field) => {
      findings.filled(broadcast.broadcastGuid, `${field}.broadcastGuid`);
      return { number, broadcast: { ...broadcast, portalId: accountId } };
    },
    show: ({ number, broadcast }) => ({ ...broadcast, number }),
  },
  webhookSettings: {
    collection: "webhookSettings",
    idOf: ({ appId }) => settingsKey(appId),
    read: (settings, { findings }, field) => {
      findings.addAll(
        field,
        targetUrlProblems(settings.targetUrl, () => true),
      );
      return settings;
    },
    show: (settings) => settings,
  },
  webhookSubscriptions: {
    collection: "webhookSubscription",
    idOf: ({ appId, id }) => subscriptionKey(appId, id),
    read: (subscription, { accountId, findings }, field) => {
      findings.addAll(field, subscriptionProblems(subscription));
      const { eventTypeName } = subscription;
      if (eventTypeName === undefined) return subscription;
      return { ...subscription, eventTypeName: eventTypeName.replace(/^pe\d+_/, fullNameOf(accountId, "")) };
    },
    show: (subscription) => subscription,
  },
};

/** Sorts the fields, so that equal objects have equal bytes. */
function inOrder<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))) as Fields;
}

function readTemplate(email: EmailState, { profile }: Scope): EmailTemplate {
  const { id, name = `Email ${id}`, published = true, subject = name, requiredProperties = [] } = email;
  const { from = `noreply@${profile.hubDomain}`, body = name } = email;
  return { id, name, published, subject, from, body, requiredProperties };
}

// No password has this hash, so a new token has no password until the password is reset.
const noPassword = "";

function readSmtpToken(
  token: SmtpTokenState,
  { accountId, profile, now, findings, passwordHashes }: Scope,
  field: string,
): StoredSmtpToken {
  const { userName, campaignName, emailCampaignId = 1, createdAt = now, createdBy = profile.userEmail, appId = 1 } = token;
  const { deleted = false, createContact = false } = token;
  findings.milliseconds({ createdAt }, field);
  return {
    portalId: accountId,
    userName,
    emailCampaignId,
    createdAt,
    deleted,
    createdBy,
    appId,
    campaignName,
    ...(createContact && { createContact }),
    passwordHash: passwordHashes.get(userName) ?? noPassword,
  };
}
