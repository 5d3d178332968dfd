import type { Input } from "../contract/contract.ts";
import type { Operation } from "../contract/operations.ts";
import { unauthenticated } from "../contract/refusal.ts";
import type { Session, Store } from "../store/store.ts";
import type { Context, OpenContext } from "./context.ts";
import type { Handler } from "./handler.ts";
import { accountIdOf, createIds } from "./ids.ts";

/** What a handler answers, whatever its operation. */
export interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A handler whose operation is no longer known; `HandlersOf` has seen to it that request and context fit. */
type AnyHandler = Handler<{ parameters: object; requestBody?: { content: unknown }; responses: unknown }> & {
  readonly run: (request: unknown, context: unknown) => Promise<Result>;
};

export type HandlerTable = Readonly<Record<string, unknown>>;

export interface Occasion {
  readonly store: Store;
  readonly input: Input;
  readonly session: Session | undefined;
  readonly accountId: number | undefined;
  readonly origin: string;
  readonly now: number;
}

/** Runs the handler of an operation: with the account's lock when it writes. */
export function behave(handlers: HandlerTable, operation: Operation, occasion: Occasion): Promise<Result> {
  const handler = handlers[operation.operationId] as AnyHandler | undefined;
  if (!handler) throw new Error(`${operation.operationId} has no handler.`);
  const { store, input } = occasion;
  if (handler.kind === "open") return handler.run(input, openContext(occasion));
  const context = accountContext(occasion);
  if (handler.kind === "reads") return handler.run(input, context(store.account(accountOf(occasion))));
  return store.transaction(accountOf(occasion), async (account) => {
    // It may have ended between the question who asks and the lock.
    if (!(await account.profile())) throw unauthenticated();
    return handler.run(input, context(account));
  });
}

function accountContext({ session, now, store }: Occasion): (account: Context["store"]) => Context {
  const { profile, accessToken } = session ?? {};
  if (!profile || !accessToken) throw new Error("An operation that needs an access token was reached without one.");
  const { appId, userId, clientId } = accessToken;
  return (account) => ({
    accountId: account.accountId,
    profile,
    store: account,
    now,
    ids: createIds(store.idSeed, account),
    caller: { appId, userId, clientId },
  });
}

/** @param occasion with the session of the account that the request claims to be about */
export function openContext({ store, session, accountId, origin, now }: Omit<Occasion, "input">): OpenContext {
  return {
    origin,
    async enter(credential, work) {
      const entered = accountIdOf(credential);
      if (entered === undefined || entered !== accountId || !session?.profile) return undefined;
      return store.transaction(entered, async (account) => {
        const profile = await account.profile();
        return profile && work({ accountId: entered, profile, store: account, now, ids: createIds(store.idSeed, account) });
      });
    },
  };
}

function accountOf({ accountId }: Occasion): number {
  if (accountId === undefined) throw new Error("An operation that needs an account was reached without one.");
  return accountId;
}
