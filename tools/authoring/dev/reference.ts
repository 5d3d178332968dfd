import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { quietEnvironment } from "../../environment.ts";
import { endGroup, ownGroup, sourceArguments } from "./child.ts";

/** What `pnpm run reference` runs. A package.json that is just being edited does not matter here. */
const program = [...sourceArguments, "tools/reference/build.ts"];

/** It takes three or four; on a machine that is busy otherwise, more. */
const patienceSeconds = 180;

/** The reference, built anew in the background after a change; who asks for it before it is ready waits. */
export class Reference {
  readonly #onFailure: (output: string) => void;
  readonly #patienceSeconds: number;
  #building: Promise<void> = Promise.resolve();
  #begin: (() => void) | undefined;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  /** Counts what it was out of date by: a build for an earlier one is not begun. */
  #edition = 0;
  #isOver = false;

  /**
   * @param onFailure told what a build that failed has printed, and why it was ended
   * @param seconds how long a build may take
   */
  constructor(onFailure: (output: string) => void, seconds: number = patienceSeconds) {
    this.#onFailure = onFailure;
    this.#patienceSeconds = seconds;
  }

  /** It is out of date: a build that still runs is of no use any more and ends, and who asks waits for the next one. */
  expire(): void {
    this.#endBuild();
    this.#edition += 1;
    if (this.#begin !== undefined) return;
    const begin = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.#building = begin.then(() => this.#build(this.#edition));
  }

  /** Builds it if it is out of date. */
  refresh(): void {
    this.#begin?.();
    this.#begin = undefined;
  }

  /** Resolves when the reference is that of the newest document, or why there is none has been told. */
  async current(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#building;
      await seen;
    } while (seen !== this.#building);
  }

  /** Ends a build that still runs, and there is none after it. Resolves when it writes no more. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#endBuild();
    await this.#ended;
  }

  #endBuild(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined) this.#ended = endGroup(child);
  }

  async #build(edition: number): Promise<void> {
    await this.#ended;
    if (this.#isOver || edition !== this.#edition) return;
    const child = spawn(process.execPath, program, { ...ownGroup, env: quietEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    giveWay(child);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const timer = setTimeout(() => {
      output += `It was ended: it has not finished within ${this.#patienceSeconds} seconds. The next edit tries again.`;
      void endGroup(child);
    }, this.#patienceSeconds * 1000);
    await new Promise<void>((resolve) => {
      child.on("error", (error) => {
        output += error.message;
        resolve();
      });
      child.on("close", (code) => {
        const isWanted = this.#child === child;
        if (isWanted) this.#child = undefined;
        if (isWanted && code !== 0) this.#onFailure(output);
        resolve();
      });
    });
    clearTimeout(timer);
  }
}

/** The mock goes first where both want the same processor. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended by itself.
  }
}
