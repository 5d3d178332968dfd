import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../../environment.ts";
import { endGroup, isAlive, ownGroup, sourceArguments } from "./child.ts";
import type { Door } from "./door.ts";
import type { EndRequest, MockAnswer, OpenRequest } from "./messages.ts";

const program = fileURLToPath(new URL("mockProcess.ts", import.meta.url));

/** How long a mock may take, in seconds. */
export interface MockLimits {
  /** To load the code, and to open the database. */
  readonly start: number;
  /** To end. */
  readonly end: number;
}

/** Far more than it needs to start, and to end more than it gives to what is in flight. */
export const mockLimits: MockLimits = { start: 60, end: 5 };

/** How a start of the mock went. */
export interface Started {
  /** Which mock answers now: one that could not be loaded leaves the old one in its place, one that failed later does not. */
  readonly running: "new" | "old" | "none";
  /** Why it is not the new one: what it says is on stderr, it was not ready in time, or what it loads is not that of now any more. */
  readonly reason?: "failed" | "late" | "outdated";
  /** The operations that nobody has written a handler for. */
  readonly withoutHandler: readonly string[];
  /** Of the demo account, when this start has made it. */
  readonly accessToken?: string;
}

/** The mock in a process of its own, on a database that outlives it. */
export class MockRunner {
  readonly #database: string;
  readonly #door: Door;
  readonly #onCrash: (code: number | string | null) => void;
  readonly #limits: MockLimits;
  #child: ChildProcess | undefined;
  /** The one that is to take its place, until it answers. */
  #next: ChildProcess | undefined;
  /** Whether that one still loads its code, and so nothing is lost when it ends. */
  #isLoading = false;
  #isNew = true;
  #isEnded = false;
  #starting: Promise<Started> = Promise.resolve({ running: "none", withoutHandler: [] });

  /**
   * @param database as `--database` takes it, a file that is not there yet
   * @param door where clients come in
   * @param onCrash told when the mock that runs has ended by itself: its exit code, or the signal that it got
   * @param limits what takes longer is ended
   */
  constructor(database: string, door: Door, onCrash: (code: number | string | null) => void, limits: MockLimits = mockLimits) {
    this.#database = database;
    this.#door = door;
    this.#onCrash = onCrash;
    this.#limits = limits;
  }

  /** Puts a mock of the code and the document as they are now in place of the one that runs. Requests in between wait. */
  restart(): Promise<Started> {
    if (!this.#isEnded) this.#starting = this.#start();
    return this.#starting;
  }

  /** Ends the one that is being loaded, if one is: what it loads is not that of now any more. Never rejects. */
  async abandon(): Promise<void> {
    if (this.#isLoading) await this.#endNext();
  }

  /** Ends the mock that runs, if one does, when what is in flight is answered; and one that does not answer yet at once. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#endNext();
    await this.#starting;
    await this.#endRunning();
  }

  async #start(): Promise<Started> {
    const next = fork(program, { ...ownGroup, env: quietEnvironment(), execArgv: [...sourceArguments] });
    // A message to one that is just ending: that it has ended is noticed all the same.
    next.on("error", () => {});
    this.#next = next;
    this.#isLoading = true;
    const loaded = await answerOf(next, "loaded", this.#limits.start);
    this.#isLoading = false;
    if (this.#next !== next) return { running: this.#running, reason: "outdated", withoutHandler: [] };
    if (typeof loaded === "string") {
      this.#next = undefined;
      if (this.#running === "none") this.#door.open(undefined);
      return { running: this.#running, reason: loaded, withoutHandler: [] };
    }
    return { ...(await this.#open(next)), withoutHandler: loaded.withoutHandler };
  }

  get #running(): "old" | "none" {
    return this.#child === undefined ? "none" : "old";
  }

  /** Ends the mock that runs, and lets the next one take its database. */
  async #open(next: ChildProcess): Promise<Omit<Started, "withoutHandler">> {
    await this.#door.hold();
    await this.#endRunning();
    next.send({ kind: "open", database: this.#database, demo: this.#isNew } satisfies OpenRequest);
    const serving = await answerOf(next, "serving", this.#limits.start);
    this.#next = undefined;
    if (typeof serving === "string") {
      this.#door.open(undefined);
      return { running: "none", reason: serving };
    }
    this.#door.open(serving.url);
    this.#child = next;
    this.#isNew = false;
    next.once("exit", (code, signal) => {
      // Who ends it on purpose has forgotten it before.
      if (this.#child !== next) return;
      this.#child = undefined;
      this.#door.open(undefined);
      this.#onCrash(code ?? signal);
    });
    return { running: "new", ...(serving.accessToken && { accessToken: serving.accessToken }) };
  }

  async #endNext(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) await endGroup(next);
  }

  async #endRunning(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || !isAlive(child)) return;
    // A handler may not end either.
    const timer = setTimeout(() => void endGroup(child), this.#limits.end * 1000);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.send({ kind: "end" } satisfies EndRequest);
    await exited;
    clearTimeout(timer);
  }
}

type AnswerOf<Kind extends MockAnswer["kind"]> = Extract<MockAnswer, { readonly kind: Kind }>;

/** The answer of that kind, or why there is none: the process has ended by itself, or was ended for being late. */
function answerOf<Kind extends MockAnswer["kind"]>(
  child: ChildProcess,
  kind: Kind,
  seconds: number,
): Promise<AnswerOf<Kind> | "failed" | "late"> {
  if (!isAlive(child)) return Promise.resolve("failed");
  return new Promise((resolve) => {
    let reason: "failed" | "late" = "failed";
    const timer = setTimeout(() => {
      reason = "late";
      void endGroup(child);
    }, seconds * 1000);
    const settle = (answer: AnswerOf<Kind> | "failed" | "late"): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.once("exit", () => settle(reason));
    child.on("message", (answer: MockAnswer) => {
      if (answer.kind === kind) settle(answer as AnswerOf<Kind>);
    });
  });
}
