import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SentenceError } from "../../commandLine.ts";
import { Door } from "./door.ts";
import { Generator } from "./generator.ts";
import { MockRunner } from "./mock.ts";
import { Reference } from "./reference.ts";
import { type Concern, concernsOf, watchSources } from "./watch.ts";

const hostname = "127.0.0.1";

/** What a session of `pnpm dev` is ready with. */
export interface Ready {
  readonly url: string;
  /** Of the demo account. */
  readonly accessToken: string | undefined;
}

/** `pnpm dev` from its start to Ctrl+C: watches the sources, and makes everything follow a change of them. */
export class Session {
  readonly #folder: string;
  readonly #reference = new Reference((output) => this.#tell(`The reference was not built.\n${output}`));
  readonly #door = new Door(async (path) => (path.startsWith("/docs") ? this.#reference.current() : undefined));
  readonly #generator = new Generator((message) => this.#tell(message));
  readonly #mock: MockRunner;
  #stopWatching: (() => void) | undefined;
  /** What has changed since the last look, and whether somebody looks already. */
  #pending = new Set<string>();
  #isBusy = true;
  #isEnding = false;

  /** @param folder holds the state of the mock, and goes away with the session */
  constructor(folder: string) {
    this.#folder = folder;
    this.#mock = new MockRunner(`file:${join(folder, "state.db")}`, this.#door);
  }

  /**
   * Starts everything. What is edited from now on waits for `follow`.
   * @throws SentenceError when the port is taken or the mock does not start
   */
  async start(port: number): Promise<Ready> {
    // Who asks for it from the first moment on gets that of the spec as it is now.
    this.#reference.expire();
    const url = await this.#listen(port);
    // Before the first generation: what is edited during it counts.
    this.#stopWatching = watchSources((files) => void this.#onChange(files));
    const generated = await this.#generator.generate([]);
    if (generated.kind === "refused") this.#tell(generated.message);
    const { running, accessToken } = await this.#mock.restart();
    if (running !== "new") throw new SentenceError("The mock did not start; see above.");
    this.#tidyUp();
    return { url, accessToken };
  }

  /** Follows what is edited, and what was edited during the start. */
  async follow(): Promise<void> {
    this.#isBusy = false;
    await this.#onChange([]);
  }

  /** Ends all of it, and takes its state away. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#stopWatching?.();
    this.#generator.end();
    this.#reference.end();
    this.#door.server.close();
    this.#door.server.closeAllConnections();
    await this.#mock.end();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  async #listen(port: number): Promise<string> {
    const { server } = this.#door;
    server.listen(port, hostname);
    await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? `Port ${port} is taken.` : `Port ${port} cannot be opened (${error.code}).`;
      throw new SentenceError(`${reason} Choose another one, for example: npx pnpm dev --port ${(port % 65_535) + 1}`);
    });
    const address = server.address();
    return `http://${hostname}:${typeof address === "object" && address !== null ? address.port : port}`;
  }

  async #onChange(files: readonly string[]): Promise<void> {
    for (const file of files) this.#pending.add(file);
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#pending.size > 0 && !this.#isEnding) {
      const batch = [...this.#pending];
      this.#pending = new Set();
      await this.#followBatch(batch);
    }
    this.#isBusy = false;
  }

  async #followBatch(files: readonly string[]): Promise<void> {
    const start = performance.now();
    const concerns = concernsOf(files);
    if (concerns.size === 0) return;
    if (concerns.has("generator")) this.#generator.end();
    if (concerns.has("spec") || concerns.has("generator") || concerns.has("reference")) this.#reference.expire();
    try {
      await this.#replace(files, concerns, start);
    } finally {
      // Now that the mock is up there is time for what nobody waits for; and where nothing was generated the reference is still to come.
      this.#tidyUp();
    }
  }

  async #replace(files: readonly string[], concerns: ReadonlySet<Concern>, start: number): Promise<void> {
    const generates = concerns.has("spec") || concerns.has("generator");
    const generated = generates ? await this.#generator.generate(concerns.has("generator") ? [] : files) : undefined;
    if (generated?.kind === "refused") return this.#tell(`${generated.message}\n\nThe mock goes on as it was.`);
    // The document is written, and the mock is loaded beside it.
    this.#reference.refresh();
    const isOther = concerns.has("mock") || (generated?.changed ?? []).some((path) => !path.includes("/client/"));
    if (isOther && !(await this.#restart())) return;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    // What an editor has written beside the file and renamed is not there any more.
    const present = files.filter((file) => existsSync(file));
    const what = present.length === 1 ? present[0] : `${files.length} files`;
    const generatedFiles = generated === undefined ? "" : `, ${generated.changed.length} generated files are new`;
    this.#tell(`${what}: ${isOther ? "the mock answers by it" : "the mock need not change"}${generatedFiles} (${seconds} s)`);
  }

  /** Resolves to whether the new mock answers. */
  async #restart(): Promise<boolean> {
    const { running, withoutHandler } = await this.#mock.restart();
    if (running === "old") this.#tell("The new mock cannot be loaded; see above. The old one goes on.");
    if (running === "none") this.#tell("The mock did not start; see above. Edit on, and it tries again.");
    for (const id of withoutHandler) {
      this.#tell(`${id} has no handler yet: it is to be written in packages/mock/src/handlers/${id.split(".")[0]}.ts.`);
    }
    return running === "new";
  }

  /** One after the other, so that the next edit need not share the machine with both. */
  #tidyUp(): void {
    if (this.#isEnding) return;
    this.#reference.refresh();
    void this.#reference.current().then(() => this.#generator.lintBundles());
  }

  #tell(text: string): void {
    // What is ended on purpose did not fail.
    if (this.#isEnding) return;
    console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
  }
}
