import type { AccountState, ProfileState } from "../../generated/control/schemas.ts";
import type { AccountProfile, AccountStore } from "../../store/store.ts";
import { profileOf } from "../existingAccount.ts";
import { shownAssociations, writeAssociations } from "./associations.ts";
import { checkChannels, readDocuments, shownDocuments } from "./documents.ts";
import { readLabels, shownLabels } from "./labels.ts";
import { Findings } from "./problems.ts";
import { defineBuiltInProperties, readProperties, shownProperties, writeProperties } from "./properties.ts";
import { readRecords, shownRecords, uniqueRefusal, writeRecords } from "./records.ts";
import { stateVersion } from "./version.ts";

/**
 * Adds a state to what an account holds, or puts it in its place. To be run in a transaction of the account: when it
 * rejects, it may have written a part.
 * @throws Refusal for references to what is not there, when there is no such account
 */
export async function writeState(
  account: AccountStore,
  state: AccountState,
  { now, replaces }: { now: number; replaces: boolean },
): Promise<void> {
  const findings = new Findings();
  const profile = withProfile(await profileOf(account), state.profile);
  const defined = readProperties(state, findings);
  const records = readRecords(state, now, findings);
  const kept = replaces ? [] : await account.documents.list("associationLabel");
  const labels = readLabels(
    state,
    kept.map(({ document }) => document),
    findings,
  );
  const writings = readDocuments(state, { accountId: account.accountId, profile, now, findings });
  const channels = replaces ? [] : await account.documents.list("channel");
  checkChannels(state, new Set(channels.map(({ key }) => key)), findings);
  findings.refuse();

  if (replaces) {
    await account.clear();
    await defineBuiltInProperties(account);
  }
  await account.setProfile(profile);
  try {
    await writeProperties(account, defined, records);
    await writeRecords(account, records);
  } catch (error) {
    throw uniqueRefusal(error, state);
  }
  await account.documents.put(
    "associationLabel",
    labels.map((label) => ({ key: String(label.id), document: label })),
  );
  await writeAssociations(account, state);
  for (const write of writings) await write(account.documents);
  await account.skipNumbers(state.numbers ?? 0);
}

/** Everything an account holds. Equal states are equal to the byte. @throws Refusal when there is no such account */
export async function readState(account: AccountStore): Promise<AccountState> {
  const profile = await profileOf(account);
  const records = await account.records.list();
  const properties = await shownProperties(account, records);
  const labels = shownLabels((await account.documents.list("associationLabel")).map(({ document }) => document));
  const associations = await shownAssociations(account);
  return {
    version: stateVersion,
    numbers: await account.numbers(),
    profile: { ...profile },
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(records.length > 0 ? { records: shownRecords(records) } : {}),
    ...(labels.length > 0 ? { associationLabels: labels } : {}),
    ...(associations.length > 0 ? { associations } : {}),
    ...(await shownDocuments(account)),
  };
}

function withProfile(profile: AccountProfile, given: ProfileState = {}): AccountProfile {
  return {
    hubDomain: given.hubDomain ?? profile.hubDomain,
    userId: given.userId ?? profile.userId,
    userEmail: given.userEmail ?? profile.userEmail,
    suspended: given.suspended ?? profile.suspended,
    deferredDelivery: given.deferredDelivery ?? profile.deferredDelivery,
    dailyLimit: given.dailyLimit ?? profile.dailyLimit,
    rateLimits: given.rateLimits === undefined ? profile.rateLimits : given.rateLimits,
  };
}
