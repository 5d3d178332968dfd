import type { Problem } from "../contract/message.ts";
import { shortened } from "../contract/problems/fields.ts";
import type { OnServed } from "../http/serve.ts";

/** Omits queries, bodies and paths, because they may contain secrets. */
export function requestLog(style: "json" | "pretty"): OnServed {
  return ({ http, operation, shownPath, accountId, problems, fault }, { status }) => {
    const entry = {
      time: new Date().toISOString(),
      method: http.method,
      path: shownPath,
      operationId: operation?.operationId ?? null,
      status,
      accountId: accountId ?? null,
      problems: problems.map(inShort),
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
  problems: readonly string[];
  fault?: string;
}): string {
  const words = [entry.time.slice(11, 23), String(entry.status), entry.method, entry.path];
  if (entry.fault !== undefined) words.push(`fault ${entry.fault}`);
  if (entry.problems.length > 0) words.push(`(${entry.problems.slice(0, 3).join("; ")}${entry.problems.length > 3 ? "; …" : ""})`);
  return words.join(" ");
}

const maxFieldLength = 60;

/** Escapes control characters. Otherwise, a client could forge a log entry by sending a field name that contains a line feed. */
function inShort({ in: field, code, accepted }: Problem): string {
  return `${visible(shortened(field, maxFieldLength))}: ${code}${accepted ? ", accepted" : ""}`;
}

function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
