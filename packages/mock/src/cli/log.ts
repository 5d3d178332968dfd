import type { OnServed } from "../front/visit.ts";

/** Tells every request on stderr, in a line: no query, no body and no value of a path, because secrets travel in them. */
export function requestLog(style: "json" | "pretty"): OnServed {
  return ({ http, operation, accountId, problems = [], fault }, { status }) => {
    const entry = {
      time: new Date().toISOString(),
      method: http.method,
      path: operation?.path ?? null,
      operationId: operation?.operationId ?? null,
      status,
      accountId: accountId ?? null,
      problems: problems.map((problem) => problem.message),
      ...(fault === undefined ? {} : { fault }),
    };
    console.error(style === "json" ? JSON.stringify(entry) : prettyLine(entry));
  };
}

function prettyLine(entry: {
  time: string;
  method: string;
  path: string | null;
  status: number;
  problems: readonly string[];
  fault?: string;
}): string {
  const words = [entry.time.slice(11, 23), String(entry.status), entry.method, entry.path ?? "(no such path)"];
  if (entry.fault !== undefined) words.push(`fault ${entry.fault}`);
  if (entry.problems.length > 0) words.push(`(${entry.problems.slice(0, 3).join("; ")}${entry.problems.length > 3 ? "; …" : ""})`);
  return words.join(" ");
}
