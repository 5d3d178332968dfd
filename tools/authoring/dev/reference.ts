import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { quietEnvironment } from "../../commands/turbo.ts";

/** The reference, built anew in the background after a change; who asks for it before it is ready waits. */
export class Reference {
  readonly #onFailure: (output: string) => void;
  #building: Promise<void> = Promise.resolve();
  #child: ChildProcess | undefined;

  /** @param onFailure told what a build that failed has printed */
  constructor(onFailure: (output: string) => void) {
    this.#onFailure = onFailure;
  }

  /** Builds; a build that still runs is of no use any more and ends. */
  refresh(): void {
    this.end();
    this.#building = this.#build();
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
    this.#child?.kill();
    this.#child = undefined;
  }

  async #build(): Promise<void> {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: { reference: string } };
    // One process and its child, without the package manager's look at what is installed.
    const child = spawn(`exec ${scripts.reference}`, { shell: true, env: quietEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
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
