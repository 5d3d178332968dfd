import type { Platform, TestAccount } from "./rows.ts";

/** What the journal lists as violations of an account, once there are so many requests with some. */
export async function violations(platform: Platform, { accountId }: TestAccount, requests: number): Promise<{ readonly in: string }[]> {
  const query = new URLSearchParams({ accountId: String(accountId), onlyProblems: "true", waitFor: String(requests) });
  const { body } = await platform.control("GET", `/requests?${query}`);
  return body.results.flatMap(({ problems }: { problems: unknown[] }) => problems);
}
