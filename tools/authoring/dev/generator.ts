import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../../environment.ts";
import { childArguments, endGroup, isAlive, ownGroup } from "./child.ts";
import type { GenerateAnswer, GenerateRequest, LintRequest } from "./messages.ts";

const program = fileURLToPath(new URL("generatorProcess.ts", import.meta.url));

/** It takes less than two; on a busy machine it may take many times as long. */
const patienceSeconds = 120;

/** How a generation went: the files that are different now, or why there are none. */
export type Generated =
  | Exclude<GenerateAnswer, { readonly kind: "late" }>
  /** It was ended in the middle, and what it has written so far is not known. */
  | { readonly kind: "cut"; readonly message?: string };

/** The generator in a process of its own, which is replaced when its own code changes. */
export class Generator {
  readonly #onLate: (message: string) => void;
  readonly #patienceSeconds: number;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isOver = false;

  /**
   * @param onLate told what the linter finds in a bundle
   * @param seconds how long a generation may take
   */
  constructor(onLate: (message: string) => void, seconds: number = patienceSeconds) {
    this.#onLate = onLate;
    this.#patienceSeconds = seconds;
  }

  /** Generates. @param files what has changed; nothing for everything */
  async generate(files: readonly string[]): Promise<Generated> {
    await this.#ended;
    if (this.#isOver) return { kind: "cut" };
    const child = this.#running();
    child.send({ kind: "generate", files } satisfies GenerateRequest);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void this.renew();
    }, this.#patienceSeconds * 1000);
    const answer = await answerOf(child);
    clearTimeout(timer);
    if (answer !== undefined) return answer;
    if (isLate) return { kind: "cut", message: `The generator was ended: it has not finished within ${this.#patienceSeconds} seconds.` };
    if (this.#child !== child) return { kind: "cut" };
    return { kind: "refused", message: `The generator ended with ${child.exitCode ?? child.signalCode}.` };
  }

  /** Lints the bundles of the last generation, whose sources were linted before it. Who made the generator is told. */
  lintBundles(): void {
    if (this.#child?.connected) this.#child.send({ kind: "lint" } satisfies LintRequest);
  }

  /**
   * Ends the process, in the middle of a generation as well. The next generation starts another one, with the code as it is then.
   * Resolves when this one writes no more. Never rejects.
   */
  async renew(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined) this.#ended = endGroup(child);
    await this.#ended;
  }

  /** Ends the process for good. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.renew();
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const child = fork(program, { ...ownGroup, env: quietEnvironment(), execArgv: [...childArguments] });
    // A message to one that is just ending: that it has ended is noticed all the same.
    child.on("error", () => {});
    child.on("message", (answer: GenerateAnswer) => {
      if (answer.kind === "late") this.#onLate(answer.message);
    });
    this.#child = child;
    return child;
  }
}

/** The next answer to a generation, or nothing when the process ends before it. It leaves no listener behind. */
function answerOf(child: ChildProcess): Promise<Exclude<Generated, { readonly kind: "cut" }> | undefined> {
  if (!isAlive(child)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (answer?: Exclude<Generated, { readonly kind: "cut" }>): void => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(answer);
    };
    const onMessage = (answer: GenerateAnswer): void => {
      if (answer.kind !== "late") settle(answer);
    };
    const onExit = (): void => settle();
    child.on("message", onMessage);
    child.on("exit", onExit);
  });
}
