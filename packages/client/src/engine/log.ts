import type { Operation } from "./operation.ts";

/** Receives log messages, as `console` does. Messages contain no request data except the path template. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "off";

export type Log = (level: Exclude<LogLevel, "off">, message: string) => void;

const levels = "debug info warn off";

export function createLog(logger: Logger = console, minimum: LogLevel = "warn"): Log {
  return (level, message) => {
    try {
      if (levels.indexOf(level) >= levels.indexOf(minimum)) logger[level](message);
    } catch {
      // A logger that throws must not fail the call.
    }
  };
}

/** Logs a deprecated operation once, with the date on which it ends if that is known (RFC 9745, RFC 8594). */
export function warnIfDeprecated(log: Log, warned: Set<string>, { id }: Operation, headers: Headers): void {
  const sunset = headers.get("sunset");
  if (warned.has(id) || !(sunset ?? headers.get("deprecation"))) return;
  warned.add(id);
  const end = new Date(sunset ?? "");
  // The header is not logged as is, because a service could echo credentials in it.
  log("warn", `${id} is deprecated${Number(end) ? ` and ends on ${end.toUTCString()}` : ""}.`);
}
