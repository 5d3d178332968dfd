import type { Broadcast, Channel, Domain, EventDefinition, Page, SingleSendInput, SingleSendResult, SmtpToken } from "@crm-platform/types";

/** What an account has beside records and associations: by collection, the shape of its documents. */
export interface Documents {
  /** An app, by its client id. */
  app: App;
  /** By the hash of the code. */
  authorizationCode: AuthorizationCode;
  /** By the hash of the token. */
  refreshToken: RefreshToken;
  /** By the hash of the token. */
  accessToken: AccessToken;
  /** The requests an app has lately made, by its client id. */
  rateWindow: RateWindow;
  /** A custom association type, by its id. */
  associationLabel: AssociationLabel;
  /** By its content id. */
  emailTemplate: EmailTemplate;
  /** By what is wrong with it and the address or domain, for example `bounced someone@example.com`. */
  emailBlock: EmailBlock;
  /** The outbox: every email that was sent or queued, by its number with leading zeros. */
  email: OutboxEmail;
  /** The newest sendings that were refused, by their number with leading zeros. They count for themselves. */
  rejectedEmail: OutboxEmail;
  /** How many sendings have ever been refused, under the empty key. */
  rejectedCount: { readonly count: number };
  /** By the `sendId`. */
  sendId: FirstAnswer;
  /** By its user name. */
  smtpToken: StoredSmtpToken;
  /** By its id. */
  page: Page;
  /** By its id. */
  domain: Domain;
  /** By its name; a deleted one keeps its name taken. */
  eventDefinition: EventDefinition;
  /** By its guid. */
  channel: Channel;
  /** By its guid. */
  broadcast: StoredBroadcast;
  /** By its id. Those of account 0 are for all accounts. */
  fault: StoredFault;
  /** A fault that strikes no more, by its id: it is shown, and no request looks for it. */
  endedFault: StoredFault;
  /** How many faults there have ever been, under the empty key: the id of one that is gone does not come again. */
  faultCount: { readonly count: number };
  /** A snapshot that is kept, by its name, without what is in it. */
  savedSnapshot: SavedSnapshot;
  /** What is in it, by the same name. */
  savedState: { readonly state: unknown };
}

export type Collection = keyof Documents;

/** The collections that hold credentials and what only the mock knows: no snapshot has them, and no restore ends them. */
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

export interface App {
  readonly appId: number;
  readonly name: string;
  readonly clientSecretHash: string;
  readonly redirectUris: readonly string[];
  /** The scopes it was created with. A user can also grant it inert scopes. */
  readonly scopes: readonly string[];
}

export interface AuthorizationCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly userId: number;
  readonly expiresAt: number;
  /** The same by the machine's clock; after a while it is deleted by either. */
  readonly wallExpiresAt?: number;
  readonly challenge?: CodeChallenge;
  /** The grant that it gave, once it is used. */
  readonly usedFor?: string;
}

/** The PKCE challenge of an install URL (RFC 7636). */
export interface CodeChallenge {
  readonly method: "S256" | "plain";
  readonly value: string;
}

export interface RefreshToken {
  /** What the installation of the app is known by; every token of it has the same. */
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly userId: number;
  readonly issuedAt: number;
  /** The number at which the account was: whatever the clock says, the token with the greater one was issued later. */
  readonly number: number;
}

export interface AccessToken extends RefreshToken {
  readonly appId: number;
  readonly expiresAt: number;
  /** The same by the machine's clock; after a while it is deleted by either. Absent on tokens that an account was made with. */
  readonly wallExpiresAt?: number;
}

export interface RateWindow {
  /** When the requests of the last ten seconds were made, oldest first. */
  readonly recent: readonly number[];
  /** The day, `YYYY-MM-DD` in UTC, and how many requests it has seen. */
  readonly day: string;
  readonly count: number;
}

export interface AssociationLabel {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Type ids of objects. */
  readonly fromType: string;
  readonly toType: string;
  /** The id of the way back. */
  readonly inverse: number;
}

export interface EmailTemplate {
  readonly id: number;
  readonly name: string;
  readonly published: boolean;
  readonly subject: string;
  /** The sender when a sending names none. */
  readonly from: string;
  /** `null`: it has no content yet. `{{ name }}` stands for a property. */
  readonly body: string | null;
  /** The custom properties that a sending must give. */
  readonly requiredProperties: readonly string[];
}

export interface EmailBlock {
  readonly reason: "blockedDomain" | "bounced" | "spam";
  /** An address, or a domain; in small letters. */
  readonly value: string;
}

export interface OutboxEmail {
  readonly number: number;
  readonly at: number;
  readonly emailId: number;
  readonly subject: string;
  readonly from: string;
  readonly message: SingleSendInput["message"];
  readonly contactProperties: NonNullable<SingleSendInput["contactProperties"]>;
  readonly customProperties: NonNullable<SingleSendInput["customProperties"]>;
  /** The content with its values, as HTML; absent when the email has none, or was seeded without. */
  readonly html?: string;
  readonly result: SingleSendResult;
}

/** What a `sendId` was first answered with, and is answered with ever after. */
export interface FirstAnswer {
  readonly sendId: string;
  readonly result: SingleSendResult;
}

export interface StoredSmtpToken extends SmtpToken {
  readonly passwordHash: string;
}

export interface StoredBroadcast {
  /** Tells which of those that were created at one moment came first. */
  readonly number: number;
  readonly broadcast: Broadcast;
}

export interface SavedSnapshot {
  readonly savedAt: number;
  /** Of the state as JSON, in bytes. */
  readonly size: number;
}

/** A fault, as the control document has it. */
export interface StoredFault {
  readonly fault: Fault;
  /** How many requests could have met it. */
  readonly matched: number;
  /** How many did. */
  readonly met: number;
}

export interface Fault {
  readonly match?: {
    readonly operationId?: string;
    /** Only the nth request that could meet it, counted from 1. */
    readonly nth?: number;
    /** From 0 to 1; which requests it hits is a fact of `seed`. */
    readonly probability?: number;
    readonly seed?: string | number;
  };
  /** It is over when so many requests have met it. */
  readonly times?: number;
  readonly effect:
    | { readonly type: "status"; readonly status: number; readonly category?: string; readonly message?: string }
    | { readonly type: "rateLimit"; readonly policyName: string; readonly retryAfter?: number }
    | { readonly type: "latency"; readonly milliseconds: number }
    | { readonly type: "reset" | "truncate" | "loseAnswer" };
}
