import type { Operation } from "./operation.ts";

/** What takes messages; `console` fits. No message holds anything that was sent, but for the path template. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "off";

export type Log = (level: Exclude<LogLevel, "off">, message: string) => void;

const levels = "debug info warn off";

export function createLog(logger: Logger = console, least: LogLevel = "warn"): Log {
  return (level, message) => {
    try {
      if (levels.indexOf(level) >= levels.indexOf(least)) logger[level](message);
    } catch {
      // What becomes of a message is no reason to lose an answer.
    }
  };
}

/**
 * Tells once an operation that it is deprecated, and when it ends (RFC 9745, RFC 8594).
 * @param told the ids of those that were told
 */
export function deprecationTeller(log: Log, told: Set<string>): (operation: Operation, headers: Headers) => void {
  return ({ id }, headers) => {
    const sunset = headers.get("sunset");
    if (told.has(id) || !(sunset ?? headers.get("deprecation"))) return;
    told.add(id);
    const end = new Date(String(sunset));
    // Never the header itself: a service may send anything, also the credentials it received.
    log("warn", `${id} is deprecated${Number(end) ? ` and ends on ${end.toUTCString()}` : ""}.`);
  };
}
