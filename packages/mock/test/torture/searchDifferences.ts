import type { Platform, TestAccount } from "../behavior/platform.ts";

interface Found {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
}

const path = "/crm/objects/2026-03/contacts";
const properties = ["company", "email", "firstname"];

/** Returns the searches that do not find exactly the contacts with the value. */
export async function searchDifferences(platform: Platform, account: TestAccount): Promise<string[]> {
  const contacts = await list(platform, account);
  const differences: string[] = [];
  for (const name of properties) {
    const values = new Set(contacts.map((one) => one.properties[name] ?? null));
    for (const value of values) {
      const owners = contacts.filter((one) => (one.properties[name] ?? null) === value);
      const filter = value === null ? { operator: "NOT_HAS_PROPERTY" } : { operator: "EQ", value };
      const body = { filterGroups: [{ filters: [{ propertyName: name, ...filter }] }], limit: 200 };
      const result = (await platform.call({ path: `${path}/search`, token: account.accessToken, body })).body;
      const [expected, actual] = [idsOf(owners), idsOf(result.results)];
      if (actual !== expected || result.total !== owners.length) differences.push(`${name} ${value}: found ${actual}, not ${expected}`);
    }
  }
  return differences;
}

async function list(platform: Platform, account: TestAccount): Promise<Found[]> {
  const contacts: Found[] = [];
  let after: string | undefined = "0";
  while (after !== undefined) {
    const query = { limit: 100, properties: properties.join(","), after };
    const { body } = await platform.call({ path, token: account.accessToken, query });
    contacts.push(...body.results);
    after = body.paging?.next.after;
  }
  return contacts;
}

function idsOf(records: readonly Found[]): string {
  return records
    .map(({ id }) => id)
    .sort()
    .join(" ");
}
