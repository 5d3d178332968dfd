import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { quietEnvironment } from "../../commands/turbo.ts";

/** The reference, built anew in the background after a change; who asks for it before it is ready waits. */
export class Reference {
  readonly #onFailure: (output: string) => void;
  #building: Promise<void> = Promise.resolve();
  #begin: (() => void) | undefined;
  #child: ChildProcess | undefined;

  /** @param onFailure told what a build that failed has printed */
  constructor(onFailure: (output: string) => void) {
    this.#onFailure = onFailure;
  }

  /** It is out of date: a build that still runs is of no use any more and ends, and who asks waits for the next one. */
  expire(): void {
    this.end();
    if (this.#begin !== undefined) return;
    const begin = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.#building = begin.then(() => this.#build());
  }

  /** Builds it if it is out of date. */
  refresh(): void {
    this.#begin?.();
    this.#begin = undefined;
  }

  /** Resolves when the reference is that of the newest document. */
  async current(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#building;
      await seen;
    } while (seen !== this.#building);
  }

  end(): void {
    const { pid, exitCode } = this.#child ?? {};
    this.#child = undefined;
    if (pid === undefined || exitCode !== null) return;
    try {
      process.kill(-pid);
    } catch {
      // It has just ended by itself.
    }
  }

  async #build(): Promise<void> {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { reference: string } };
    // Without the package manager's look at what is installed; a group of its own, which ends as a whole.
    const options = { shell: true, detached: true, env: quietEnvironment() };
    const child = spawn(scripts.reference, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    giveWay(child);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    await new Promise<void>((resolve) => {
      child.on("error", (error) => {
        output += error.message;
        resolve();
      });
      child.on("close", (code, signal) => {
        if (code !== 0 && signal === null) this.#onFailure(output);
        resolve();
      });
    });
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
