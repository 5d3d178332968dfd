import { invalidRequest } from "../../contract/errors/rejection.ts";
import { isObject } from "../../contract/openapi/document.ts";
import type { AccountState, ProfileState } from "../../generated/control/schemas.ts";
import { defaultDetails } from "../../handlers/common/defaultDetails.ts";
import { storeSchema } from "../../handlers/objectSchemas/stored.ts";
import { putRecords } from "../../handlers/records/values.ts";
import { firstNumber } from "../../platform/ids.ts";
import type { AccountProfile, AccountStore } from "../../store/accountStore.ts";
import type { Collection } from "../../store/documents/documents.ts";
import { profileOf } from "../existingAccount.ts";
import { shownAssociations, writeAssociations } from "./associations.ts";
import { checkChannels, checkListNames, readDocuments, shownDocuments } from "./documents.ts";
import { readEvents, shownEvents, writeEvents } from "./events.ts";
import { checkLimits, readLabels, shownLabels } from "./labels.ts";
import { checkNames, checkRoles, objectTypesIn, undefinedSchemas } from "./objectSchemas.ts";
import { Findings } from "./problems.ts";
import { defineBuiltInProperties, readProperties, shownProperties, writeProperties } from "./properties.ts";
import { placeOf, readRecords, shownRecords, uniqueRejection } from "./records.ts";
import type { sections } from "./sections.ts";
import { checkValues } from "./values.ts";

/** Increases with every change to the state's format that older versions of the mock cannot read. */
const stateVersion = 2;

/** Larger ids are ignored, because in practice the mock does not assign them. */
const endOfNumbers = 1_000_000_000_000;

/** @param parent the prefix of the field name, for example `state.` */
export function rejectNewer(state: unknown, parent = ""): void {
  const version = isObject(state) ? state["version"] : undefined;
  if (typeof version !== "number" || !(version > stateVersion)) return;
  const field = `${parent}version`;
  const message = `${field} must be at most ${stateVersion}, because the state was saved by a newer mock. Update the mock`;
  throw invalidRequest([{ in: field, code: "maximum", message }]);
}

/**
 * Requires a transaction on the account, because part of the state may already have been written when the call rejects.
 * @throws Rejection for references that do not exist, or when the account does not exist
 */
export async function writeState(
  account: AccountStore,
  state: AccountState,
  { now, replaces }: { now: number; replaces: boolean },
): Promise<void> {
  const keptSchemas = replaces ? [] : (await account.documents.list("objectSchema")).map(({ document }) => document);
  const typeNamed = objectTypesIn(state, keptSchemas, account.accountId);
  const findings = new Findings(typeNamed);
  checkNames(state, keptSchemas, account.accountId, findings);
  const profile = withProfile(await profileOf(account), state.profile);
  findings.timeZone(state.profile?.timeZone, "profile.timeZone");
  const defined = readProperties(state, findings);
  const records = readRecords(state, now, findings);
  /** Reads a collection only if the state contains a part that refers to it. */
  const existing = async <Name extends Collection>(name: Name, referring: unknown) =>
    replaces || referring === undefined ? [] : await account.documents.list(name);
  const existingLabels = (await existing("associationLabel", state.associationLabels ?? state.associationLimits)).map(
    ({ document }) => document,
  );
  const labels = readLabels(state, existingLabels, findings);
  const tokens = state.smtpTokens ? await account.documents.list("smtpToken") : [];
  const passwordHashes = new Map(tokens.map(({ document }) => [document.userName, document.passwordHash]));
  const documents = readDocuments(state, { accountId: account.accountId, profile, now, findings, passwordHashes });
  checkChannels(state, new Set((await existing("channel", state.broadcasts)).map(({ key }) => key)), findings);
  checkListNames(documents, await existing("list", state.lists), findings);
  checkLimits(state, [...existingLabels, ...labels], findings);
  const definitions = (await existing("eventDefinition", state.eventOccurrences ?? state.eventUuids)).map(({ document }) => document);
  const events = readEvents(state, definitions, findings);
  findings.reject();
  const usedTypes = [
    ...[...defined.keys(), ...records.keys(), ...labels.flatMap(({ fromType, toType }) => [fromType, toType])],
    ...documents.flatMap((one) => (one.collection === "list" ? [one.document.objectTypeId] : [])),
    ...documents.flatMap((one) => (one.collection === "propertyGroup" ? [one.document.objectType] : [])),
  ];
  const ownSchemas = documents.flatMap((one) => (one.collection === "objectSchema" ? [one.document] : []));
  const addedSchemas = undefinedSchemas(usedTypes, [...keptSchemas, ...ownSchemas], now);

  if (replaces) {
    await account.clear();
    await defineBuiltInProperties(account);
  }
  await account.setProfile(profile);
  const isChecked = !(replaces || profile.uncheckedValues);
  try {
    await writeProperties(account, defined, isChecked ? new Map() : records);
    await putRecords([...records.values()].flat(), { store: account });
  } catch (error) {
    throw uniqueRejection(error, state, typeNamed);
  }
  const labelDocuments = labels.map((label) => ({ collection: "associationLabel", key: String(label.id), document: label }) as const);
  await account.documents.putAll([...labelDocuments, ...documents]);
  for (const schema of addedSchemas) await storeSchema(schema, account.documents);
  // The state may contain the properties, owners and pipelines to which its values refer.
  if (isChecked) {
    await checkRoles(account, ownSchemas, findings);
    await checkValues(account, records, (typeId, id) => placeOf(typeId, id, state, typeNamed), findings);
  }
  findings.reject();
  await writeAssociations(account, state, typeNamed);
  await writeEvents(account, events);
  await account.skipNumbers(Math.max(state.numbers ?? 0, lastNumberIn(state)));
}

/** Equal states are serialized to equal bytes. @throws Rejection when the account does not exist */
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
    ...(await shownEvents(account)),
  };
}

/** Reads only one section, because the whole state may be large. @throws Rejection when the account does not exist */
export async function readSection(account: AccountStore, name: keyof typeof sections): Promise<AccountState> {
  await profileOf(account);
  return { version: stateVersion, ...(await shownDocuments(account, name)) };
}

/** Returns the last number that an id in the state contains, so that later objects do not replace those of the state. */
function lastNumberIn({ sentEmails = [], eventOccurrences = [], webhookSubscriptions = [] }: AccountState): number {
  const ids = [...sentEmails.map(({ number }) => number), ...[...eventOccurrences, ...webhookSubscriptions].map(({ id }) => Number(id))];
  return ids.reduce((last, id) => (id < endOfNumbers ? Math.max(last, id - firstNumber) : last), 0);
}

function withProfile(profile: AccountProfile, changes: ProfileState = {}): AccountProfile {
  const { accountType, timeZone, companyCurrency } = { ...defaultDetails, ...profile, ...changes };
  return {
    hubDomain: changes.hubDomain ?? profile.hubDomain,
    userId: changes.userId ?? profile.userId,
    userEmail: changes.userEmail ?? profile.userEmail,
    suspended: changes.suspended ?? profile.suspended,
    deferredDelivery: changes.deferredDelivery ?? profile.deferredDelivery,
    dailyLimit: changes.dailyLimit ?? profile.dailyLimit,
    rateLimits: changes.rateLimits === undefined ? profile.rateLimits : changes.rateLimits,
    searchLagMs: changes.searchLagMs ?? profile.searchLagMs ?? 0,
    accountType,
    timeZone,
    companyCurrency,
    uncheckedValues: changes.uncheckedValues ?? profile.uncheckedValues ?? false,
  };
}
