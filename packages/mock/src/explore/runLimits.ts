import type { Mock } from "../mock.ts";

/** The timers of the machine, because test runners may replace the global ones later. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

const maxRequests = 1_000;

export class LimitError extends Error {}

export interface RunLimits {
  readonly fetch: Mock["fetch"];
  /** Runs a function. @throws LimitError if it sends too many requests, or takes too long */
  within<Result>(what: string, task: () => Promise<Result>): Promise<Result>;
}

/** After a limit, requests get no response: if they failed, a program that repeats them forever would block the process. */
export function runLimits(fetch: Mock["fetch"], timeoutMs: number): RunLimits {
  let count = 0;
  let isStopped = false;
  let stop: (message: string) => void = () => {};
  return {
    fetch: (...request) => {
      count += 1;
      if (count > maxRequests) stop(`sends more than ${maxRequests.toLocaleString("en")} requests, and may repeat them forever`);
      return isStopped ? new Promise(() => {}) : fetch(...request);
    },
    within: async (what, task) => {
      const limit = new Promise<never>((_, reject) => {
        stop = (message) => {
          isStopped = true;
          reject(new LimitError(`${what} ${message}`));
        };
      });
      const timer = startTimer(() => stop(`does not end within timeoutMs (${timeoutMs.toLocaleString("en")} milliseconds)`), timeoutMs);
      try {
        return await Promise.race([task(), limit]);
      } finally {
        stopTimer(timer);
      }
    },
  };
}
