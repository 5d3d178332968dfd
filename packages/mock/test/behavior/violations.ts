import type { Platform, TestAccount } from "./platform.ts";

export async function violations(platform: Platform, { accountId }: TestAccount, requests: number): Promise<{ readonly in: string }[]> {
  const query = new URLSearchParams({ accountId: String(accountId), onlyProblems: "true", waitFor: String(requests) });
  const { body } = await platform.control("GET", `/requests?${query}`);
  return body.results.flatMap(({ problems }: { problems: unknown[] }) => problems);
}
