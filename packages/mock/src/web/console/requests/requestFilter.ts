import type { EntryFilter } from "../../../control/control.ts";

/** Which requests a page shows, as the control API wants it. */
export type RequestFilter = Omit<EntryFilter, "after">;

/** Reads the fields of the form; what is empty or missing filters nothing, and the control API judges the rest. */
export function readFilter(query: Readonly<Record<string, string>>, accountId?: number): RequestFilter {
  const { account = "", operation = "", status = "", problems = "" } = query;
  const chosen = accountId ?? (account === "" ? undefined : Number(account));
  return {
    ...(chosen === undefined ? {} : { accountId: chosen }),
    ...(operation === "" ? {} : { operationId: operation }),
    ...(status === "" ? {} : { status }),
    ...(problems === "" ? {} : { onlyProblems: true }),
  };
}

/** The same as a query. @param isOfAccount whether the path names the account already */
export function queryOf({ accountId, operationId, status, onlyProblems }: RequestFilter, isOfAccount: boolean): URLSearchParams {
  const query = new URLSearchParams();
  if (accountId !== undefined && !isOfAccount) query.set("account", String(accountId));
  if (operationId !== undefined) query.set("operation", operationId);
  if (status !== undefined) query.set("status", status);
  if (onlyProblems) query.set("problems", "on");
  return query;
}
