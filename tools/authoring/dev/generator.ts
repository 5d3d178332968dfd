import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../../commands/turbo.ts";
import type { GenerateAnswer, GenerateRequest, LintRequest } from "./messages.ts";

const program = fileURLToPath(new URL("generatorProcess.ts", import.meta.url));

/** How a generation went: the files that are different now, or why there are none. */
export type Generated = Exclude<GenerateAnswer, { readonly kind: "late" }>;

/** The generator in a process of its own, which is replaced when its own code changes. */
export class Generator {
  readonly #onLate: (message: string) => void;
  #child: ChildProcess | undefined;

  /** @param onLate told what the linter finds in a bundle */
  constructor(onLate: (message: string) => void) {
    this.#onLate = onLate;
  }

  /** Generates. @param files what has changed; nothing for everything */
  async generate(files: readonly string[]): Promise<Generated> {
    const child = this.#running();
    child.send({ kind: "generate", files } satisfies GenerateRequest);
    return answerOf(child);
  }

  /** Lints the bundles of the last generation, whose sources were linted before it. Who made the generator is told. */
  lintBundles(): void {
    if (this.#child?.connected) this.#child.send({ kind: "lint" } satisfies LintRequest);
  }

  /** Ends the process. The next generation starts another one, with the code as it is then. */
  end(): void {
    this.#child?.kill();
    this.#child = undefined;
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const child = fork(program, { env: quietEnvironment() });
    // A message to one that is just ending: that it has ended is noticed all the same.
    child.on("error", () => {});
    child.on("message", (answer: GenerateAnswer) => {
      if (answer.kind === "late") this.#onLate(answer.message);
    });
    this.#child = child;
    return child;
  }
}

/** The next answer to a generation. It leaves no listener behind: one process generates all day. */
function answerOf(child: ChildProcess): Promise<Generated> {
  return new Promise((resolve) => {
    const settle = (generated: Generated): void => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(generated);
    };
    const onMessage = (answer: GenerateAnswer): void => {
      if (answer.kind !== "late") settle(answer);
    };
    const onExit = (code: number | null): void => settle({ kind: "refused", message: `The generator ended with ${code}.` });
    child.on("message", onMessage);
    child.on("exit", onExit);
  });
}
