import type { Input } from "../contract/contract.ts";
import { tokenRejection } from "../contract/errors/rejection.ts";
import { type ContractResponse, jsonType } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { AccountProfile, AccountStore, Change } from "../store/accountStore.ts";
import type { AccessToken } from "../store/documents/documents.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { Caller, Context, OpenContext } from "./context.ts";
import type { Handler } from "./handler.ts";
import { accountIdOf, Ids } from "./ids.ts";
import type { AccountSession } from "./locate.ts";
import { callerOfUser } from "./userToken.ts";

interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `HandlersOf` ensures at compile time that the request and the context match. */
type AnyHandler = Handler<{ parameters: object; requestBody?: { content: unknown }; responses: unknown }> & {
  readonly run: (request: unknown, context: unknown) => Promise<Result>;
};

export type HandlerTable = Readonly<Record<string, unknown>>;

export interface Occasion extends AccountSession {
  readonly store: Store;
  readonly input: Input;
  readonly bodyLength?: number | undefined;
  readonly isWebhookHost: Context["isWebhookHost"];
  /** Called after the transaction of a request that writes. */
  readonly onChanged?: ((changes: readonly Change[]) => void) | undefined;
  /** The time in milliseconds during which searches do not find the written records. */
  readonly searchLagMs?: number | undefined;
}

/** @throws NoSuchAccount when the account has been deleted since the token was accepted */
export async function runHandler(handlers: HandlerTable, operation: Operation, occasion: Occasion): Promise<ContractResponse> {
  const { status, headers, body } = await run(handlers, operation, occasion);
  return { status, headers: { "content-type": jsonType, ...headers }, body };
}

async function run(handlers: HandlerTable, operation: Operation, occasion: Occasion): Promise<Result> {
  const handler = handlers[operation.operationId] as AnyHandler | undefined;
  if (!handler) throw new Error(`${operation.operationId} has no handler.`);
  const { store, input, accountId, session, searchLagMs } = occasion;
  const { profile, accessToken, generation } = session;
  if (handler.kind === "open") return handler.run(input, openContext(occasion));
  const caller = profile && callerOf(occasion, profile, accessToken);
  if (accountId === undefined || !caller) throw new Error("An operation that requires an access token was called without one.");
  const read = (account: AccountStore) => handler.run(input, accountContext(occasion, account, { profile, caller }));
  if (handler.kind === "reads") return read(store.account(accountId));
  if (handler.kind === "readsTogether") return store.readTogether(accountId, read);
  let changes: readonly Change[] = [];
  const work = async (account: AccountStore): Promise<Result> => {
    // The token may have been revoked, or the account suspended, while the request waited for the lock.
    const holder = await holderIn(account, occasion);
    if (!holder) throw tokenRejection();
    changes = account.collectChanges();
    account.deferLargeChanges();
    if (searchLagMs !== undefined) await account.delaySearches(occasion.now + searchLagMs);
    return handler.run(input, accountContext(occasion, account, holder));
  };
  const result = await store.transaction(accountId, work, generation);
  if (changes.length > 0) occasion.onChanged?.(changes);
  return result;
}

type Holder = Pick<Context, "profile" | "caller">;

async function holderIn(account: AccountStore, occasion: Occasion): Promise<Holder | undefined> {
  const profile = await account.profile();
  const accessToken = occasion.isUser ? undefined : await account.documents.get("accessToken", occasion.tokenHash);
  const caller = profile && callerOf(occasion, profile, accessToken);
  return caller && { profile, caller };
}

function callerOf({ isUser }: Occasion, profile: AccountProfile, accessToken: AccessToken | undefined): Caller | undefined {
  if (isUser) return callerOfUser(profile.userId);
  if (!accessToken) return undefined;
  const { userId, scopes, appId, clientId } = accessToken;
  if (userId === undefined) throw new Error("An operation on an account was called with a token that represents an app.");
  return { userId, scopes, app: { appId, clientId } };
}

function accountContext(
  { store, now, bodyLength = 0, isWebhookHost }: Occasion,
  account: AccountStore,
  { profile, caller }: Holder,
): Context {
  return {
    accountId: account.accountId,
    profile,
    store: account,
    now,
    bodyLength,
    ids: new Ids(store.idSeed, account),
    isWebhookHost,
    caller,
  };
}

export function openContext({ store, session, accountId, now, wall }: Omit<Occasion, "input" | "isWebhookHost">): OpenContext {
  const isThere = (credential: string) => session.profile !== undefined && accountIdOf(credential) === accountId;
  const context = (account: AccountStore, profile: AccountProfile) => ({
    accountId: account.accountId,
    profile,
    store: account,
    now,
    wall,
    ids: new Ids(store.idSeed, account),
  });
  return {
    async look(credential, work) {
      const { profile } = session;
      if (accountId === undefined || !profile || !isThere(credential)) return undefined;
      return work(context(store.account(accountId), profile));
    },
    async enter(credential, work) {
      if (accountId === undefined || !isThere(credential)) return undefined;
      const run = async (account: AccountStore) => {
        const profile = await account.profile();
        return profile && work(context(account, profile));
      };
      return store.transaction(accountId, run, session.generation).catch((error) => {
        if (error instanceof NoSuchAccount) return undefined;
        throw error;
      });
    },
  };
}
