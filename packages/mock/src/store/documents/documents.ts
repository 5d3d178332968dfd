import type {
  Broadcast,
  Channel,
  DomainSettings,
  DomainV1,
  EventDefinition,
  List,
  ListMember,
  ObjectSchema,
  Owner,
  Page,
  Pipeline,
  SingleSendInputV1,
  SingleSendResultV1,
  SmtpTokenV1,
  WebhookSettings,
  WebhookSubscription,
} from "@crm-platform/types";

/** An account's documents, by collection. Keys are ids or guids unless a comment names another key. */
export interface Documents {
  /** Key: client id. */
  app: App;
  /** Key: hash of the code. */
  authorizationCode: AuthorizationCode;
  /** Key: hash of the token. */
  refreshToken: RefreshToken;
  accessToken: AccessToken;
  /** Recent requests of an app. Key: client id. */
  rateWindow: RateWindow;
  associationLabel: AssociationLabel;
  associationLimit: AssociationLimit;
  emailTemplate: EmailTemplate;
  /** Key: the reason and the address or domain, for example `bounced someone@example.com`. */
  emailBlock: EmailBlock;
  /** Emails that were sent or queued. Key: the number with leading zeros. */
  email: OutboxEmail;
  /** The most recent rejected emails, which are numbered separately. Key: the number with leading zeros. */
  rejectedEmail: OutboxEmail;
  /** The total number of rejected emails. Key: the empty string. */
  rejectedCount: { readonly count: number };
  sendId: FirstResponse;
  smtpToken: StoredSmtpToken;
  /** Key: the type id and the name, for example `0-1/preferences`. */
  propertyGroup: StoredPropertyGroup;
  /** Custom object types. Key: the type id, for example `2-3401`. */
  objectSchema: StoredObjectSchema;
  /** Key: the object type and the id, for example `tickets/0`. */
  pipeline: StoredPipeline;
  /** The latest changes of a pipeline. Key: that of the pipeline. */
  pipelineAudit: PipelineAudit;
  list: StoredList;
  owner: Owner;
  page: Page;
  domain: StoredDomain;
  /** Key: name. The name of a deleted definition remains reserved. */
  eventDefinition: EventDefinition;
  /** Key: the month. */
  eventUsage: EventUsage;
  /** Key: the token. */
  userToken: UserToken;
  channel: Channel;
  broadcast: StoredBroadcast;
  webhookSettings: StoredWebhookSettings;
  /** Key: the app's id and the subscription's id, for example `27314/340001`. */
  webhookSubscription: StoredWebhookSubscription;
  /** Faults that can still apply. The faults of account 0 apply to all accounts. */
  fault: StoredFault;
  /** Faults that have ended. They are listed, but requests do not read them. */
  endedFault: StoredFault;
  /** The number of faults so far, so that ids are not reused. Key: the empty string. */
  faultCount: { readonly count: number };
  /** The metadata of a saved snapshot. Key: its name. */
  savedSnapshot: SavedSnapshot;
  /** The content of a saved snapshot. Key: its name. */
  savedState: { readonly state: unknown };
}

export type Collection = keyof Documents;

/** Credentials and internal data. Snapshots omit these collections, and restoring a snapshot does not change them. */
export const keptCollections: readonly Collection[] = [
  "app",
  "authorizationCode",
  "refreshToken",
  "accessToken",
  "rateWindow",
  "fault",
  "endedFault",
  "faultCount",
  "rejectedEmail",
  "rejectedCount",
  "savedSnapshot",
  "savedState",
];

export interface StoredDocument<Name extends Collection> {
  readonly key: string;
  readonly document: Documents[Name];
}

export type AnyDocument = { readonly [Name in Collection]: StoredDocument<Name> & { readonly collection: Name } }[Collection];

export interface App {
  readonly appId: number;
  readonly name: string;
  readonly clientSecretHash: string;
  /** Signs webhooks. Absent if the app comes from an older database and has not requested a token since. */
  readonly clientSecret?: string;
  readonly redirectUris: readonly string[];
  /** The scopes with which the app was created. A user can also grant scopes that no operation requires. */
  readonly scopes: readonly string[];
}

export interface AuthorizationCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly userId: number;
  readonly expiresAt: number;
  /** Expiry according to the machine's clock. A code that has expired by either clock is deleted after the retention period. */
  readonly wallExpiresAt?: number;
  readonly challenge?: CodeChallenge;
  /** The id of the grant for which the code was exchanged. */
  readonly usedFor?: string;
}

export interface CodeChallenge {
  readonly method: "S256" | "plain";
  readonly value: string;
}

export interface IssuedToken {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly issuedAt: number;
  /** The last number that the account had assigned when the token was issued. It orders tokens even if the clock was set back. */
  readonly number: number;
}

export interface RefreshToken extends IssuedToken {
  readonly grantId: string;
  readonly userId: number;
}

export interface AccessToken extends IssuedToken {
  /** The grant and the user are absent if the token represents an app (grant `client_credentials`). */
  readonly grantId?: string;
  readonly userId?: number;
  readonly appId: number;
  readonly expiresAt: number;
  /** Expiry according to the machine's clock. Absent on tokens that were created with the account. */
  readonly wallExpiresAt?: number;
}

export interface RateWindow {
  /** The times of the requests in the last ten seconds, oldest first. */
  readonly recent: readonly number[];
  readonly day: string;
  readonly count: number;
}

export interface AssociationLabel {
  readonly id: number;
  readonly name: string;
  /** `null` for the unlabeled type between a custom object type and another one. */
  readonly label: string | null;
  /** The creation time of an unlabeled type. */
  readonly createdAt?: string;
  readonly fromType: string;
  readonly toType: string;
  readonly inverse: number;
}

export interface AssociationLimit {
  readonly typeId: number;
  readonly maxToObjectIds: number;
}

export interface EmailTemplate {
  readonly id: number;
  readonly name: string;
  readonly published: boolean;
  readonly subject: string;
  readonly from: string;
  /** `null` if the template has no content. */
  readonly body: string | null;
  readonly requiredProperties: readonly string[];
}

export interface EmailBlock {
  readonly reason: "blockedDomain" | "bounced" | "spam";
  readonly value: string;
}

export interface OutboxEmail {
  readonly number: number;
  readonly at: number;
  /** The id of the published email. Absent if the email was sent by SMTP. */
  readonly emailId?: number;
  /** The username of the SMTP token with which the email was sent. */
  readonly smtpToken?: string;
  readonly subject: string;
  readonly from: string;
  readonly message: SingleSendInputV1["message"];
  readonly contactProperties: NonNullable<SingleSendInputV1["contactProperties"]>;
  readonly customProperties: NonNullable<SingleSendInputV1["customProperties"]>;
  /** The content as HTML. Absent if the template has no content or if the email was seeded without content. */
  readonly html?: string;
  /** The plain text of an email that was sent by SMTP. The text of other emails is derived from their HTML. */
  readonly text?: string;
  readonly attachments?: readonly Attachment[];
  readonly result: SingleSendResultV1;
}

export interface Attachment {
  readonly filename?: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly content: string;
}

/** The result of the first request with a `sendId`. Later requests with the same `sendId` return the same result. */
export interface FirstResponse {
  readonly sendId: string;
  readonly result: SingleSendResultV1;
  /** Present after a request of version 2026-03. */
  readonly statusId?: string;
  /** Absent only in older databases and snapshots. */
  readonly requestedAt?: number;
}

export type StoredDomain = DomainV1 & DomainSettings;

export interface StoredSmtpToken extends SmtpTokenV1 {
  readonly passwordHash: string;
  /** Whether email that is sent with the token creates contacts. Version v1 has no such field. @default false */
  readonly createContact?: boolean;
}

export interface StoredPropertyGroup {
  /** The type id. */
  readonly objectType: string;
  readonly name: string;
  readonly label: string;
  readonly displayOrder: number;
}
/** The properties and the association types of a custom object type are stored like those of other types. */
export type StoredObjectSchema = Omit<ObjectSchema, "id" | "fullyQualifiedName" | "properties" | "associations">;

export interface StoredList extends Omit<List, "processingType" | "processingStatus" | "size" | "additionalProperties"> {
  readonly processingType: "MANUAL" | "SNAPSHOT";
  readonly deletedAt?: string;
  /** Ordered by id. They include archived records. */
  readonly members: ListMember[];
}

export type TypeWithPipelines = "deals" | "tickets";

export interface StoredPipeline extends Pipeline {
  readonly objectType: TypeWithPipelines;
}

export interface PipelineAudit {
  readonly objectType: TypeWithPipelines;
  readonly id: string;
  /** Newest first. */
  readonly changes: readonly PipelineChange[];
}

export interface PipelineChange {
  readonly action: "CREATE" | "UPDATE";
  readonly timestamp: string;
  readonly userId: number;
  readonly stages: readonly { readonly id: string; readonly action: "CREATE" | "UPDATE" | "DELETE" }[];
  /** The pipeline after the change. */
  readonly pipeline: Pipeline;
}

export interface EventUsage {
  /** The month in UTC, `YYYY-MM`. */
  readonly month: string;
  readonly count: number;
}

export interface UserToken {
  readonly utk: string;
  readonly contactId: string;
}

export interface StoredBroadcast {
  readonly number: number;
  readonly broadcast: Broadcast;
}

export type StoredWebhookSettings = WebhookSettings & { readonly appId: number };

export type StoredWebhookSubscription = WebhookSubscription & { readonly appId: number };

export interface SavedSnapshot {
  readonly savedAt: number;
  readonly size: number;
}

export interface StoredFault {
  readonly fault: Fault;
  readonly matched: number;
  readonly met: number;
}

export interface Fault {
  readonly match?: {
    readonly operationId?: string;
    /** Applies only to the nth matching request, counted from 1. */
    readonly nth?: number;
    /** The proportion of matching requests, from 0 to 1. Whether a request matches is derived from `seed`. */
    readonly probability?: number;
    readonly seed?: string | number;
  };
  /** The number of requests after which the fault ends. */
  readonly times?: number;
  readonly effect:
    | {
        readonly type: "status";
        readonly status: number;
        readonly category?: string;
        readonly message?: string;
        readonly retryAfter?: number;
      }
    | { readonly type: "rateLimit"; readonly policyName: string; readonly retryAfter?: number }
    | { readonly type: "latency" | "searchLag" | "advanceClock"; readonly milliseconds: number }
    | {
        readonly type: "partialFailure";
        readonly category: string;
        readonly indexes?: readonly number[];
        readonly count?: number;
        readonly message?: string;
      }
    | { readonly type: "reset" | "truncate" | "dropResponse" | "duplicate" | "reorder" };
}
