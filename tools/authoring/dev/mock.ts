import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../../commands/turbo.ts";
import type { Door } from "./door.ts";
import type { EndRequest, MockAnswer, OpenRequest } from "./messages.ts";

const program = fileURLToPath(new URL("mockProcess.ts", import.meta.url));
const jsx = new URL("../../jsx.ts", import.meta.url).href;

/** How a start of the mock went. */
export interface Started {
  /** Which mock answers now: one that could not be loaded leaves the old one in its place, one that failed later does not. */
  readonly running: "new" | "old" | "none";
  /** The operations that nobody has written a handler for. */
  readonly withoutHandler: readonly string[];
  /** Of the demo account, when this start has made it. */
  readonly accessToken?: string;
}

/** The mock in a process of its own, on a database that outlives it. */
export class MockRunner {
  readonly #database: string;
  readonly #door: Door;
  #child: ChildProcess | undefined;
  /** The one that is to take its place, until it answers. */
  #next: ChildProcess | undefined;
  #isNew = true;
  #isEnded = false;
  #starting: Promise<Started> = Promise.resolve({ running: "none", withoutHandler: [] });

  /**
   * @param database as `--database` takes it, a file that is not there yet
   * @param door where clients come in
   */
  constructor(database: string, door: Door) {
    this.#database = database;
    this.#door = door;
  }

  /** Puts a mock of the code and the document as they are now in place of the one that runs. Requests in between wait. */
  restart(): Promise<Started> {
    if (!this.#isEnded) this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<Started> {
    const next = fork(program, { env: quietEnvironment(), execArgv: ["--conditions=@crm-platform/source", `--import=${jsx}`] });
    // A message to one that is just ending: that it has ended is noticed all the same.
    next.on("error", () => {});
    this.#next = next;
    const loaded = await answerOf(next, "loaded");
    if (loaded === undefined) return { running: this.#child === undefined ? "none" : "old", withoutHandler: [] };
    await this.#door.hold();
    await this.#endRunning();
    next.send({ kind: "open", database: this.#database, demo: this.#isNew } satisfies OpenRequest);
    const serving = await answerOf(next, "serving");
    this.#door.open(serving?.url);
    if (serving === undefined) return { running: "none", withoutHandler: loaded.withoutHandler };
    this.#next = undefined;
    this.#child = next;
    this.#isNew = false;
    next.once("exit", () => {
      if (this.#child === next) this.#door.open(undefined);
    });
    return { running: "new", withoutHandler: loaded.withoutHandler, ...(serving.accessToken && { accessToken: serving.accessToken }) };
  }

  /** Ends the mock that runs, if one does, when what is in flight is answered; and one that does not answer yet at once. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined && isAlive(next)) {
      next.kill();
      await once(next, "exit");
    }
    await this.#starting;
    await this.#endRunning();
  }

  async #endRunning(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || !isAlive(child)) return;
    child.send({ kind: "end" } satisfies EndRequest);
    await once(child, "exit");
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** The answer of that kind, or nothing when the process ends before it. What went wrong is on stderr. */
function answerOf<Kind extends MockAnswer["kind"]>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<MockAnswer, { readonly kind: Kind }> | undefined> {
  if (!isAlive(child)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    child.once("exit", () => resolve(undefined));
    child.on("message", (answer: MockAnswer) => {
      if (answer.kind === kind) resolve(answer as Extract<MockAnswer, { readonly kind: Kind }>);
    });
  });
}
