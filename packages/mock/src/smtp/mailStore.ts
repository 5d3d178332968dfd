import { deliverMessage, isPasswordOf, type SmtpMessage } from "../handlers/transactionalEmail/smtp.ts";
import { timeOn, type WallClock } from "../platform/clock.ts";
import { Ids } from "../platform/ids.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { SmtpRejection } from "./message.ts";

export interface MailStore {
  readonly store: Store;
  readonly wallClock: WallClock;
  /** Resolves when all clock changes that were requested so far have been applied. */
  readonly waitForClockChanges: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Login {
  readonly accountId: number;
  readonly userName: string;
  readonly passwordHash: string;
}

/** Returns `undefined` if the username or the password is invalid. The username contains the account id. */
export async function signIn(userName: string, password: string, { store }: MailStore): Promise<Login | undefined> {
  const accountId = Number(/@(\d{1,12})\.smtp\./.exec(userName)?.[1] ?? 0);
  if (accountId === 0) return undefined;
  const token = await store.account(accountId).documents.get("smtpToken", userName);
  if (!token || !isPasswordOf(token, password)) return undefined;
  return { accountId, userName, passwordHash: token.passwordHash };
}

/**
 * Sends a message to its recipients. Resolves to a message for the client.
 * @throws SmtpRejection if no recipient can receive the email, or if the password has been reset since the login
 */
export async function receive(message: SmtpMessage, recipients: readonly string[], login: Login, mailStore: MailStore): Promise<string> {
  const { store, wallClock, waitForClockChanges } = mailStore;
  await waitForClockChanges();
  const results = await store
    .transaction(login.accountId, async (account) => {
      const [profile, token] = [await account.profile(), await account.documents.get("smtpToken", login.userName)];
      if (!profile || !token || token.deleted || token.passwordHash !== login.passwordHash) throw invalidLogin();
      return deliverMessage(message, recipients, token, {
        accountId: login.accountId,
        profile,
        store: account,
        now: timeOn(await account.effectiveClock(), wallClock()),
        bodyLength: 0,
        ids: new Ids(store.idSeed, account),
        isWebhookHost: () => false,
        caller: { userId: profile.userId, scopes: [], app: { appId: token.appId, clientId: "" } },
      });
    })
    .catch((error: unknown) => {
      throw error instanceof NoSuchAccount ? invalidLogin() : error;
    });
  const isAccepted = results.some(({ sendResult }) => sendResult === "SENT" || sendResult === "QUEUED");
  if (!isAccepted) throw new SmtpRejection(550, `${results[0]?.sendResult}: ${results[0]?.message}`);
  return "The message is in the outbox";
}

function invalidLogin(): SmtpRejection {
  return new SmtpRejection(535, "The password is no longer valid");
}
