const minute = 60_000;
const day = 86_400_000;
// An account creates fewer values than this in a run.
const numbersOfAnAccount = 1_000_000;

/** An id, a code or a token that the platform generates. The first response that contains the real value binds it. */
export interface Made {
  readonly made: number;
}

export interface RecordModel {
  readonly archivedAt: number | null;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface BroadcastModel {
  readonly guid: Made;
  readonly status: string;
  readonly triggerAt: number | null;
  readonly finishedAt: number;
}

export interface Sent {
  readonly result: string;
  readonly event?: Made;
  readonly statusId?: Made;
  readonly requestedAt: number;
}

export interface SmtpTokenModel {
  readonly userName: Made;
  readonly campaign: string;
  readonly isDeleted: boolean;
}

export interface EventModel {
  readonly name: string;
  readonly id: Made;
  readonly label: string;
  readonly description?: string;
  readonly isDeleted: boolean;
  readonly noObject: boolean;
}

export interface OccurrenceModel {
  readonly id: Made;
  readonly event: string;
  readonly contact: string;
  readonly occurredAt: number;
}

export interface State {
  /** Records by type and id. Records that the platform creates have a number as their id; see `Made`. */
  readonly records: Map<string, RecordModel>;
  /** Associations as strings that contain the kind and the keys of both records. */
  readonly links: Set<string>;
  readonly sendIds: Map<string, Sent>;
  readonly outbox: { emailId: number; to: string; event: Made }[];
  readonly smtp: Map<number, SmtpTokenModel>;
  readonly events: Map<string, EventModel>;
  occurrences: OccurrenceModel[];
  /** The time of the first occurrence, keyed by event and uuid. */
  readonly uuids: Map<string, number>;
  readonly usage: Map<string, number>;
  readonly userTokens: Map<string, string>;
  readonly broadcasts: Map<number, BroadcastModel>;
}

export interface CodeModel {
  readonly code: Made;
  readonly scopes: readonly string[];
  readonly redirect: number;
  readonly expiresAt: number;
  grant: GrantModel | undefined;
}

export interface GrantModel {
  readonly refresh: Made;
  readonly scopes: readonly string[];
  isAlive: boolean;
  access: AccessModel[];
}

export interface AccessModel {
  readonly token: Made;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  /** Whether the token represents the app (grant `client_credentials`). */
  readonly isOfApp: boolean;
  isAlive: boolean;
}

export interface Credentials {
  codes: CodeModel[];
  /** The first grant is for the account's own app, whose newest access token is used for calls. */
  readonly grants: GrantModel[];
  caller: AccessModel;
  readonly appTokens: AccessModel[];
}

export interface AccountModel extends Credentials {
  readonly accountId: number;
  now: number;
  count: number;
  state: State;
}

/** @param index distinguishes the values that this account creates from those of other accounts */
export function newAccount(accountId: number, index: number, now: number): AccountModel {
  const existing = ["contacts/12", "companies/21", "companies/22", "companies/23", "tickets/31", "tickets/32", "tickets/33"];
  const records = new Map<string, RecordModel>(existing.map((key) => [key, { archivedAt: null, values: {} }]));
  records.set("contacts/11", { archivedAt: null, values: { email: ["cy@customer.example"] } });
  records.set("meetings/41", { archivedAt: null, values: { hs_meeting_title: ["Bench"], reference: ["R1"] } });
  records.set("meetings/42", { archivedAt: now, values: {} });
  const emails = { sendIds: new Map(), outbox: [], smtp: new Map() };
  const events = { events: new Map(), occurrences: [], uuids: new Map(), usage: new Map(), userTokens: new Map() };
  const state: State = { records, links: new Set<string>(), ...emails, ...events, broadcasts: new Map() };
  const account = { accountId, now, count: index * numbersOfAnAccount, state };
  const grant: GrantModel = { refresh: make(account), scopes: ["content"], isAlive: true, access: [] };
  return Object.assign(account, { codes: [], grants: [grant], appTokens: [], caller: issue(account, grant) });
}

export function make(account: { count: number }): Made {
  account.count += 1;
  return { made: account.count };
}

export function makerOf(made: number): number {
  return Math.floor(made / numbersOfAnAccount);
}

export function isCurrent({ state }: AccountModel, key: string): boolean {
  return state.records.get(key)?.archivedAt === null;
}

/** Whenever the platform issues a token, it deletes codes and tokens that expired more than 30 days ago. */
export function forgetExpired(account: AccountModel): void {
  const before = account.now - 30 * day;
  account.codes = account.codes.filter(({ expiresAt }) => expiresAt >= before);
  for (const access of accessTokens(account)) if (access.expiresAt < before) access.isAlive = false;
}

export function accessTokens({ grants, appTokens }: Credentials): AccessModel[] {
  return [...grants.flatMap(({ access }) => access), ...appTokens];
}

export function issue(
  account: Pick<AccountModel, "count" | "now">,
  grant: Pick<GrantModel, "scopes" | "access">,
  isOfApp = false,
): AccessModel {
  const access = { token: make(account), scopes: grant.scopes, expiresAt: account.now + 30 * minute, isOfApp, isAlive: true };
  grant.access.push(access);
  return access;
}
