import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { AccountsListParams } from "../../generated/control/operations.ts";
import type {
  Account,
  AccountDetails,
  AccountInput,
  AccountList,
  Installation,
  InstallationInput,
  ListedAccount,
} from "../../generated/control/schemas.ts";
import { defaultDetails } from "../../handlers/common/defaultDetails.ts";
import { pagingOf } from "../../handlers/common/paging.ts";
import { present } from "../../handlers/common/present.ts";
import { schemasOf } from "../../handlers/objectSchemas/stored.ts";
import { objectTypeNames, pluralOf, typeIdOf } from "../../handlers/records/objectTypes.ts";
import { timeOn } from "../../platform/clock.ts";
import { accountIdOf } from "../../platform/ids.ts";
import type { AccountProfile, AccountStore } from "../../store/accountStore.ts";
import { AccountTaken } from "../../store/errors.ts";
import type { ListedAccount as StoredAccount } from "../../store/store.ts";
import { changedClock, clockProblems } from "../clock/clockChanges.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, unknownAccount } from "../existingAccount.ts";
import { defineBuiltInProperties } from "../state/properties.ts";
import { writeState } from "../state/state.ts";
import { install, installProblems } from "./install.ts";

export async function listAccounts({ store }: ControlContext, { after = 0, limit = 100 }: AccountsListParams): Promise<AccountList> {
  const accounts = await store.listAccounts(after, limit + 1);
  const results = accounts.slice(0, limit).map(listed);
  return { results, ...pagingOf(accounts.length > limit ? results.at(-1)?.accountId : undefined) };
}

export async function getAccount({ store }: ControlContext, accountId: number): Promise<AccountDetails> {
  const [account] = await store.listAccounts(accountId - 1, 1);
  if (account?.accountId !== accountId) throw unknownAccount();
  const { documents, records } = store.account(accountId);
  const [types, schemas, emails, rejectedEmails, accessTokens, refreshTokens, faults, snapshots] = await Promise.all([
    records.types(),
    schemasOf(documents),
    documents.count("email"),
    documents.count("rejectedEmail"),
    documents.count("accessToken"),
    documents.count("refreshToken"),
    documents.count("fault"),
    documents.count("savedSnapshot"),
  ]);
  const tokens = accessTokens + refreshTokens;
  const custom = new Map(schemas.filter(({ archived }) => !archived).map((schema) => [schema.objectTypeId, schema]));
  const objectTypes = [...new Set([...objectTypeNames.map(typeIdOf), ...custom.keys(), ...types])].map((typeId) => ({
    typeId,
    name: custom.get(typeId)?.name ?? pluralOf(typeId),
    ...present({ displayProperty: custom.get(typeId)?.primaryDisplayProperty }),
    hasRecords: types.includes(typeId),
  }));
  return { ...listed(account), objectTypes, counts: { objectTypes: types.length, emails, rejectedEmails, tokens, faults, snapshots } };
}

/** @throws Rejection for an unknown scope in strict mode, a rejected redirect URI, an id in use, or a credential without the account id */
export async function createAccount({ store, wallClock, strict }: ControlContext, input: AccountInput): Promise<Account> {
  const wall = wallClock();
  const { clock, state } = input;
  const problems = [...installProblems(input, strict), ...credentialProblems(input), ...(clock ? clockProblems(clock, "clock.") : [])];
  if (problems.length > 0) throw invalidRequest(problems);
  const own = clock && clock.mode !== "shared" ? changedClock(await store.clock(), clock, wall, "clock.") : undefined;
  const profile = newProfile(input);
  let installation!: Installation;
  const fill = async (account: AccountStore): Promise<void> => {
    if (own) await account.setClock(own);
    await defineBuiltInProperties(account);
    const now = timeOn(await account.effectiveClock(), wall);
    installation = await install(account, input, { idSeed: store.idSeed, userId: profile.userId, now });
    if (state) await writeState(account, state, { now, replaces: false }).catch(withStatePrefix);
  };
  try {
    return { accountId: await store.createAccount(profile, input.accountId, fill), ...installation };
  } catch (error) {
    if (!(error instanceof AccountTaken)) throw error;
    const problem = { in: "accountId", code: "accountTaken", message: "accountId must not be the id of an existing account" };
    throw new Rejection("CONFLICT", "An account with this id already exists. Delete it first, or omit the id.", { problems: [problem] });
  }
}

/** Rethrows an error. Renames the fields of its problems, for example to `state.records.tickets[0].id`. */
function withStatePrefix(error: unknown): never {
  if (!(error instanceof Rejection) || error.problems.length === 0) throw error;
  throw invalidRequest(error.problems.map((problem) => ({ ...problem, in: `state.${problem.in}`, message: `state.${problem.message}` })));
}

/** @throws Rejection for an unknown scope in strict mode, for a rejected redirect URI, or when the account does not exist */
export async function installApp(context: ControlContext, accountId: number, input: InstallationInput): Promise<Installation> {
  const problems = installProblems(input, context.strict);
  if (problems.length > 0) throw invalidRequest(problems);
  const { name, ...wanted } = input;
  const app = name === undefined ? {} : { name };
  return changeAccount(context, accountId, ({ account, profile, now }) =>
    install(account, { ...wanted, app }, { idSeed: context.store.idSeed, userId: profile.userId, now }),
  );
}

export async function deleteAccount({ store }: ControlContext, accountId: number): Promise<void> {
  if (!(await store.deleteAccount(accountId))) throw unknownAccount();
}

function listed({ accountId, profile: { hubDomain, userId, userEmail }, apps }: StoredAccount): ListedAccount {
  return {
    accountId,
    hubDomain,
    userId,
    userEmail,
    apps: apps.map(({ key, document: { appId, name, redirectUris, scopes } }) => ({
      appId,
      name,
      clientId: key,
      redirectUris: [...redirectUris],
      scopes: [...scopes],
    })),
  };
}

function newProfile(input: AccountInput): AccountProfile {
  const { hubDomain = "hub.example" } = input;
  return {
    hubDomain,
    userId: input.userId ?? 1,
    userEmail: input.userEmail ?? `owner@${hubDomain}`,
    suspended: false,
    deferredDelivery: false,
    dailyLimit: input.dailyLimit ?? 250_000,
    rateLimits: input.rateLimits ?? null,
    searchLagMs: input.searchLagMs ?? 0,
    ...defaultDetails,
    uncheckedValues: input.uncheckedValues ?? false,
  };
}

/** The mock finds a credential's account by the account id at the end of the credential; see `accountIdOf`. */
function credentialProblems(input: AccountInput): Problem[] {
  const { accountId, accessToken, refreshToken, authorizationCode, app } = input;
  const credentials = { accessToken, refreshToken, authorizationCode, "app.clientId": app?.clientId };
  return Object.entries(credentials).flatMap(([field, value]) => {
    if (value === undefined || (accountId !== undefined && accountIdOf(value) === accountId)) return [];
    return [{ in: field, code: "accountId", message: `${field} must end in a hyphen followed by the accountId` }];
  });
}
