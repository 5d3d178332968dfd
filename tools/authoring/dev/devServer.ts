import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { Door } from "./door.ts";
import { type Generated, Generator } from "./generator.ts";
import { MockRunner, mockLimits, type Started } from "./mock.ts";
import { Reference } from "./reference.ts";
import { type Concern, concernsOf, watchSources } from "./watch.ts";

/** What `pnpm dev` is ready with. */
export interface Ready {
  readonly url: string;
  /** Of the demo account; nothing when the code of the mock does not load yet. */
  readonly accessToken: string | undefined;
}

/** `pnpm dev` from its start to Ctrl+C: watches the sources, and makes everything follow a change of them. */
export class DevServer {
  readonly #folder: string;
  readonly #reference = new Reference((output) => this.#tell(`The reference was not built.\n${output}`));
  readonly #door = new Door(async (path) => (path.startsWith("/docs") ? this.#reference.current() : undefined));
  readonly #generator = new Generator((message) => this.#tell(message));
  readonly #mock: MockRunner;
  #stopWatching: (() => Promise<void>) | undefined;
  /** What has changed since the last look, and whether somebody looks already. */
  #pending = new Set<string>();
  #isBusy = true;
  /** Whether there is something of the mock, written or generated, that none has been started with. */
  #isStale = false;
  #isEnding = false;

  /** @param folder holds the state of the mock, and goes away with it */
  constructor(folder: string) {
    this.#folder = folder;
    this.#mock = new MockRunner(`file:${join(folder, "state.db")}`, this.#door, (code) => this.#onCrash(code));
  }

  /**
   * Starts everything. What is edited from now on waits for `follow`. A spec or code that is wrong is told, and may be mended then.
   * @throws Error when the port cannot be listened on
   */
  async start(hostname: string, port: number): Promise<Ready> {
    // Who asks for it from the first moment on gets that of the spec as it is now.
    this.#reference.expire();
    const url = await this.#listen(hostname, port);
    // Before the first generation: what is edited during it counts.
    const stopWatching = await watchSources(
      (files) => this.#onChange(files),
      (error) => this.#tell(`Not all of the sources can be watched: ${inspect(error)}`),
    );
    this.#stopWatching = stopWatching;
    // Ctrl+C may have come meanwhile.
    if (this.#isEnding) await stopWatching();
    const generated = await this.#generator.generate([]);
    if (generated.kind !== "written" && generated.message !== undefined) this.#tell(generated.message);
    const { accessToken } = await this.#restart();
    this.#tidyUp();
    return { url, accessToken };
  }

  /** Follows what is edited, and what was edited during the start. */
  follow(): void {
    this.#isBusy = false;
    this.#onChange([]);
  }

  /** Ends all of it, and takes its state away. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#door.server.close();
    this.#door.server.closeAllConnections();
    await Promise.all([this.#stopWatching?.(), this.#generator.end(), this.#reference.end(), this.#mock.end()]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  async #listen(hostname: string, port: number): Promise<string> {
    const { server } = this.#door;
    server.listen(port, hostname);
    await once(server, "listening");
    const address = server.address();
    return `http://${hostname}:${typeof address === "object" && address !== null ? address.port : port}`;
  }

  #onCrash(code: number | string | null): void {
    this.#isStale = true;
    this.#tell(`The mock has ended by itself with ${code}; see above. The next edit starts it again.`);
  }

  #onChange(files: readonly string[]): void {
    if (this.#isEnding) return;
    for (const file of files) this.#pending.add(file);
    const concerns = concernsOf(files);
    // What runs code that is of yesterday is not waited for; it may even never end.
    if (concerns.has("generator")) this.#inBackground(this.#generator.renew());
    if (concerns.has("generator") || concerns.has("spec") || concerns.has("mock")) this.#inBackground(this.#mock.abandon());
    if (!this.#isBusy) this.#inBackground(this.#followPending());
  }

  async #followPending(): Promise<void> {
    this.#isBusy = true;
    while (this.#pending.size > 0 && !this.#isEnding) {
      const batch = [...this.#pending];
      this.#pending = new Set();
      await this.#followBatch(batch).catch((error: unknown) => this.#tellBug(error));
    }
    this.#isBusy = false;
  }

  async #followBatch(files: readonly string[]): Promise<void> {
    const start = performance.now();
    const concerns = concernsOf(files);
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
    this.#isStale ||= concerns.has("mock") || isOfTheMock(generated);
    if (generated !== undefined && generated.kind !== "written") {
      if (generated.message !== undefined) this.#tell(`${generated.message}\n\nThe mock goes on as it was.`);
      return;
    }
    // The document is written, and the mock is loaded beside it.
    this.#reference.refresh();
    const isOther = this.#isStale;
    const started = isOther ? await this.#restart() : undefined;
    if (isOther && started?.running !== "new") return;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    // What an editor has written beside the file and renamed is not there any more.
    const present = files.filter((file) => existsSync(file));
    const [only, another] = present.length > 0 ? present : files;
    const what = another === undefined ? only : `${files.length} files`;
    const generatedFiles = generated === undefined ? "" : `, ${generated.changed.length} generated files are new`;
    this.#tell(`${what}: ${isOther ? "the mock answers by it" : "the mock need not change"}${generatedFiles} (${seconds} s)`);
    if (started?.accessToken !== undefined) this.#tell(`Token      ${started.accessToken}`);
  }

  /** Starts the mock as it is now, and tells what there is to tell about it. */
  async #restart(): Promise<Started> {
    const started = await this.#mock.restart();
    const { running, reason, withoutHandler } = started;
    // The next edit, whatever it is, tries again.
    this.#isStale = running === "none" || reason === "outdated";
    const why = reason === "late" ? `it was not ready within ${mockLimits.start} seconds: some code does not end` : "see above";
    if (reason !== "outdated" && running === "old") this.#tell(`The new mock cannot be loaded; ${why}. The old one goes on.`);
    if (reason !== "outdated" && running === "none") this.#tell(`The mock did not start; ${why}. Edit on, and it tries again.`);
    for (const id of withoutHandler) {
      this.#tell(`${id} has no handler yet: it is to be written in packages/mock/src/handlers/${id.split(".")[0]}.ts.`);
    }
    return started;
  }

  /** One after the other, so that the next edit need not share the machine with both. */
  #tidyUp(): void {
    if (this.#isEnding) return;
    this.#reference.refresh();
    this.#inBackground(this.#reference.current().then(() => this.#generator.lintBundles()));
  }

  /** Nothing that goes wrong there ends all of it, and with it the state. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#tellBug(error));
  }

  #tellBug(error: unknown): void {
    this.#tell(inspect(error));
  }

  #tell(text: string): void {
    // What is ended on purpose did not fail.
    if (this.#isEnding) return;
    console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
  }
}

/** Whether the mock is another one by what was generated; what is in the client it does not load. */
function isOfTheMock(generated: Generated | undefined): boolean {
  if (generated?.kind === "written") return generated.changed.some((path) => !path.includes("/client/"));
  return generated?.kind === "cut";
}
