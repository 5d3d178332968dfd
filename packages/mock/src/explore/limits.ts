import { clearTimeout, setTimeout } from "node:timers";
import { setImmediate as timersPhase } from "node:timers/promises";
import { isObject } from "../contract/openapi/document.ts";
import type { Mock } from "../mock.ts";
import { Queue } from "../store/queue.ts";
import type { Run } from "./exploreError.ts";

const maxRequests = 1_000;

/** Limits the time and the requests of a scenario's functions. A program that goes on after a limit gets errors. */
export class Limits {
  readonly #queue = new Queue();
  #count = 0;
  #stop = (_message: string): void => {};
  isStopped = false;

  /** Runs a function, and returns what it throws, or why it was stopped. */
  async thrownBy(what: string, timeoutMs: number, task: () => Promise<unknown>): Promise<Run["failure"]> {
    const { promise: limit, reject } = Promise.withResolvers<never>();
    this.#count = 0;
    this.#stop = (message) => {
      this.isStopped = true;
      reject(new Error(`${what} ${message}`));
    };
    const timeout = `does not end within timeoutMs (${timeoutMs.toLocaleString("en")} milliseconds)`;
    const timer = setTimeout(() => this.#stop(timeout), timeoutMs);
    try {
      await Promise.race([limit, (async () => task())()]);
      return undefined;
    } catch (thrown) {
      return { thrown };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls functions one after another, so that a concurrent program has the same outcome on every database. */
  inOrder<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      // First, the program continues after the previous response.
      await this.#pause();
      return call();
    });
  }

  fetchOf(mock: Mock): Mock["fetch"] {
    return (...request) => {
      this.#count += 1;
      if (this.#count > maxRequests)
        this.#stop(`sends more than ${maxRequests.toLocaleString("en")} requests, and may repeat them forever`);
      return this.inOrder(() => mock.fetch(...request));
    };
  }

  /** Returns a copy whose asynchronous methods pause, so that a loop of calls does not outlast the time limit. */
  interruptible<Value>(value: Value): Value {
    const copy = (member: unknown): unknown => {
      if (isObject(member)) return Object.fromEntries(Object.entries(member).map(([name, own]) => [name, copy(own)]));
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]) => {
        const result: unknown = member(...parameters);
        return result instanceof Promise ? result.finally(() => this.#pause()) : result;
      };
    };
    return copy(value) as Value;
  }

  /** Lets timers fire. A stopped program gets errors, which end its own timers, but not forever, because it may repeat its calls forever. */
  async #pause(): Promise<void> {
    await timersPhase();
    if (!this.isStopped) return;
    this.#count += 1;
    if (this.#count > 2 * maxRequests) await new Promise(() => {});
    throw new Error("The exploration stopped this program.");
  }
}
