import { statedError } from "../contract/errors/errorBody.ts";
import { reasonOf, rejectedProblems } from "../contract/errors/rejection.ts";
import type { Problem } from "../contract/message.ts";
import { withoutCredentials } from "../contract/problems/credentials.ts";
import { shortened } from "../contract/problems/fields.ts";
import { requestPath } from "../http/requestPath.ts";
import type { OnServed } from "../http/serve.ts";

/** Omits queries and bodies. The reason of an error may contain the value that was rejected, but no credentials. */
export function requestLog(style: "json" | "pretty"): OnServed {
  return ({ http, operation, shownPath, accountId, problems, fault }, response) => {
    const error = statedError(response);
    const reasons = rejectedProblems(problems);
    const reason = reasons.length > 0 ? reasonOf(reasons, "rule") : (error?.message ?? "");
    const entry = {
      time: new Date().toISOString(),
      method: http.method,
      path: operation ? requestPath(operation, http.path, accountId ?? 0) : shownPath,
      operationId: operation?.operationId ?? null,
      status: response.status,
      accountId: accountId ?? null,
      ...(error && { category: error.category, message: visible(shortened(withoutCredentials(reason, accountId), maxMessageLength)) }),
      problems: problems.map((problem) => inShort(problem, accountId)),
      ...(fault === undefined ? {} : { fault }),
    };
    console.error(style === "json" ? JSON.stringify(entry) : prettyLine(entry));
  };
}

/** Log parsers cannot read Node's own format for warnings. */
export function logWarnings(style: "json" | "pretty"): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ message, code }: Error & { readonly code?: string }) => {
    const time = new Date().toISOString();
    console.error(
      style === "json" ? JSON.stringify({ time, warning: message, code }) : `${time.slice(11, 23)} warning: ${visible(message)}`,
    );
  });
}

function prettyLine(entry: {
  time: string;
  method: string;
  path: string;
  status: number;
  message?: string;
  problems: readonly string[];
  fault?: string;
}): string {
  const words = [entry.time.slice(11, 23), String(entry.status), entry.method, entry.path];
  if (entry.fault !== undefined) words.push(`fault ${entry.fault}`);
  if (entry.message !== undefined) words.push(entry.message);
  else if (entry.problems.length > 0) words.push(`(${entry.problems.slice(0, 3).join("; ")}${entry.problems.length > 3 ? "; …" : ""})`);
  return words.join(" ");
}

const maxFieldLength = 60;
const maxMessageLength = 500;

/** Escapes control characters. Otherwise, a client could forge a log entry by sending a field name that contains a line feed. */
function inShort({ in: field, code, accepted }: Problem, accountId?: number): string {
  return `${visible(shortened(withoutCredentials(field, accountId), maxFieldLength))}: ${code}${accepted ? ", accepted" : ""}`;
}

function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

export function logError(error: unknown, where: { readonly correlationId: string; readonly operationId?: string }): void {
  console.error(`${where.operationId ?? "mock"} failed, correlationId ${where.correlationId}:`, error);
}
