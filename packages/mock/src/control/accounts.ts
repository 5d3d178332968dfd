import type { Problem } from "../contract/message.ts";
import { invalidRequest, Refusal } from "../contract/refusal.ts";
import type { Account, AccountInput } from "../generated/control/schemas.ts";
import { timeOn } from "../platform/clock.ts";
import { accountIdOf } from "../platform/ids.ts";
import type { AccountProfile, AccountStore, Store } from "../store/store.ts";
import { changedClock, clockProblems } from "./clockChanges.ts";
import { install, installProblems } from "./install.ts";
import { defineBuiltInProperties } from "./state/properties.ts";

/**
 * Makes an account with an app and its tokens. The store gets the hashes only.
 * @throws Refusal for an unknown scope, a redirect URI that runs a script, a credential that does not tell the account, an id that is taken
 */
export async function createAccount(store: Store, input: AccountInput, wall: number): Promise<Account> {
  const { clock } = input;
  const problems = [...installProblems(input), ...credentialProblems(input), ...(clock ? clockProblems(clock, "clock.") : [])];
  if (problems.length > 0) throw invalidRequest(problems);
  const shared = await store.clock();
  const own = clock && clock.mode !== "shared" ? changedClock(shared, clock, wall, "clock.") : undefined;
  const setting = own ?? shared;
  const accountId = await newAccountId(store, input);
  return store.transaction(accountId, async (account) => {
    if (own) await account.setClock(own);
    await defineBuiltInProperties(account);
    const { userId = 1 } = input;
    const installation = await install(account, input, { idSeed: store.idSeed, userId, now: timeOn(setting, wall) });
    return { accountId, ...installation };
  });
}

/** @throws Refusal when there is no such account */
export async function deleteAccount(store: Store, accountId: number): Promise<void> {
  if (!(await store.deleteAccount(accountId))) throw unknownAccount();
  await store.journal.clear(accountId);
}

/** @throws Refusal when there is no such account */
export async function profileOf(account: AccountStore): Promise<AccountProfile> {
  const profile = await account.profile();
  if (!profile) throw unknownAccount();
  return profile;
}

function unknownAccount(): Refusal {
  return new Refusal("OBJECT_NOT_FOUND", "There is no account with this id.");
}

async function newAccountId(store: Store, input: AccountInput): Promise<number> {
  const { accountId, hubDomain = "hub.example" } = input;
  const profile: AccountProfile = {
    hubDomain,
    userId: input.userId ?? 1,
    userEmail: input.userEmail ?? `owner@${hubDomain}`,
    suspended: false,
    deferredDelivery: false,
    dailyLimit: input.dailyLimit ?? 250_000,
    rateLimits: input.rateLimits ?? null,
  };
  try {
    return await store.createAccount(profile, accountId);
  } catch (error) {
    if (accountId === undefined || !(await store.account(accountId).profile())) throw error;
    const problem = { in: "accountId", code: "accountTaken", message: "accountId is taken" };
    throw new Refusal("CONFLICT", "There is an account with this id. Delete it first, or leave the id out.", { problems: [problem] });
  }
}

/** A credential leads to its account by the number at its end; see `accountIdOf`. */
function credentialProblems(input: AccountInput): Problem[] {
  const { accountId, accessToken, refreshToken, authorizationCode, app } = input;
  const given = { accessToken, refreshToken, authorizationCode, "app.clientId": app?.clientId };
  return Object.entries(given).flatMap(([field, value]) => {
    if (value === undefined || (accountId !== undefined && accountIdOf(value) === accountId)) return [];
    return [{ in: field, code: "accountId", message: `${field} must end in a hyphen and the accountId that is given with it` }];
  });
}
