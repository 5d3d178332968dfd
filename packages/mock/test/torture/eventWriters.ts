import type { Platform, TestResponse } from "../behavior/platform.ts";
import { contact, type Extent, event, type Ledger, next, portion, write } from "./ledger.ts";
import type { View } from "./view.ts";

interface SeenOccurrence {
  readonly properties: { readonly number: string; readonly attempt: string };
}

const maxInputs = 500;

export async function sendOccurrences(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const uuids = Array.from({ length: 1 + (ledger.count % 3) }, () => `occurrence-${next(ledger)}`);
  ledger.uuids.push(...uuids);
  return send(platform, ledger, uuids, "first", (view) => portion(uuids, (uuid) => attemptsOf(view, uuid).includes("first")));
}

/** Sends all occurrences again, like a client that received no response. */
export async function repeatOccurrences(platform: Platform, ledger: Ledger): Promise<void> {
  for (let start = 0; start < ledger.uuids.length; start += maxInputs) {
    const uuids = ledger.uuids.slice(start, start + maxInputs);
    const response = await send(platform, ledger, uuids, "second", (view) => portion(uuids, (uuid) => attemptsOf(view, uuid).length === 1));
    if (!response) ledger.surprises.push(`The second attempt of ${uuids} was not acknowledged.`);
  }
}

function send(
  platform: Platform,
  ledger: Ledger,
  uuids: readonly string[],
  attempt: string,
  extent: (view: View) => Extent,
): Promise<TestResponse | undefined> {
  const eventName = `pe${ledger.account.accountId}_${event.name}`;
  const inputs = uuids.map((uuid) => ({ eventName, uuid, objectId: contact, properties: { number: uuid, attempt } }));
  const [single] = inputs;
  const call =
    inputs.length > 1 ? { path: "/events/2026-03/send/batch", body: { inputs } } : { path: "/events/2026-03/send", body: single };
  return write(platform, ledger, `${attempt} attempt of ${uuids}`, call, extent);
}

/** Expects each occurrence to have a uuid, to be stored once and to be counted once. */
export function countDifferences({ snapshot }: View): string[] {
  const { eventOccurrences = [], eventUuids = [], eventUsage = [] } = snapshot;
  const usageCount = eventUsage.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  const storedCount = eventOccurrences.length;
  if (storedCount === usageCount && storedCount === eventUuids.length) return [];
  return [`${storedCount} occurrences are stored, with ${eventUuids.length} uuids, and ${usageCount} were counted`];
}

function attemptsOf({ snapshot: { eventOccurrences = [] } }: View, uuid: string): string[] {
  const occurrences: readonly SeenOccurrence[] = eventOccurrences;
  return occurrences.filter(({ properties }) => properties.number === uuid).map(({ properties }) => properties.attempt);
}
