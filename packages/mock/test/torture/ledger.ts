import { demoTime, type Platform, type TestAccount, type TestResponse } from "../behavior/platform.ts";
import type { View } from "./view.ts";

export type Extent = "all" | "part" | "none";

export interface Write {
  readonly what: string;
  readonly acknowledged: boolean;
  extent(view: View): Extent;
}

export interface Ledger {
  readonly account: TestAccount;
  readonly writes: Write[];
  readonly tickets: string[];
  readonly uuids: string[];
  readonly surprises: string[];
  count: number;
}

export const contact = "3101";
export const company = "5201";
export const template = { id: 68420157, name: "Ticket received", from: "support@torture.example", subject: "x", body: "x" };
export const channelGuid = "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014";
const text = (name: string) => ({ name, label: name, type: "string" });
export const event = { name: "visited", label: "Visited", propertyDefinitions: ["number", "attempt"].map(text) };
export const label = { name: "buyer", id: 1001 };

export async function openLedger(platform: Platform): Promise<Ledger> {
  const account = await platform.account({ hubDomain: "torture.example", clock: { mode: "frozen", at: demoTime } });
  await account.seed({
    records: { contacts: [{ id: contact, properties: { email: "jonas@larkspurbikes.example" } }], companies: [{ id: company }] },
    associationLabels: [{ ...label, label: "Buyer", from: "contacts", to: "companies" }],
    emails: [template],
    channels: [{ channelGuid, channelKey: "CompanyPage:4407", type: "CompanyPage", active: true }],
  });
  const ledger: Ledger = { account, writes: [], tickets: [], uuids: [], surprises: [], count: 0 };
  const { status } = await account.call({ path: "/events/2026-03/event-definitions", body: event });
  if (status !== 201) throw new Error(`The event could not be defined: status ${status}`);
  return ledger;
}

/** Resolves to the response if the write was acknowledged. */
export async function write(
  platform: Platform,
  { account, writes, surprises }: Ledger,
  what: string,
  call: Parameters<Platform["call"]>[0],
  extent: Write["extent"],
): Promise<TestResponse | undefined> {
  let response: TestResponse | undefined;
  try {
    response = await platform.call({ token: account.accessToken, ...call });
  } catch {
    // The server was killed before or after the write.
  }
  const acknowledged = response !== undefined && response.status < 300;
  if (response && !acknowledged && response.status < 500) surprises.push(`${what}: ${response.status} ${JSON.stringify(response.body)}`);
  writes.push({ what, acknowledged, extent });
  return acknowledged ? response : undefined;
}

export function next(ledger: Ledger): number {
  ledger.count += 1;
  return ledger.count;
}

export function portion<Item>(items: readonly Item[], isThere: (item: Item) => boolean): Extent {
  const count = items.filter(isThere).length;
  if (count === items.length) return "all";
  return count === 0 ? "none" : "part";
}
