import type { Platform, TestAccount } from "./platform.ts";

/** Sorted by place, because two mocks on one database do not journal their requests in order. */
export async function violations(platform: Platform, { accountId }: TestAccount, requests: number): Promise<{ readonly in: string }[]> {
  const query = new URLSearchParams({ accountId: String(accountId), onlyProblems: "true", waitFor: String(requests) });
  const { body } = await platform.control("GET", `/requests?${query}`);
  const problems: { readonly in: string }[] = body.results.flatMap((request: { problems: unknown[] }) => request.problems);
  return problems.toSorted((one, other) => one.in.localeCompare(other.in));
}
