import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { quietEnvironment } from "../../environment.ts";
import { kill, nextMessage, sourceOptions, start } from "./child.ts";
import { Door } from "./door.ts";
import type { Generated } from "./generatorProcess.ts";
import type { Loaded, Serving, Start } from "./mockProcess.ts";
import { type Concern, concernOf, watchSources } from "./watch.ts";

/** How long the old mock may take to end, including the requests in flight. */
const endMs = 2_000;

/**
 * `pnpm dev`: generates, and starts the mock, whenever a source changes. The mock's state stays, because each mock opens the database of
 * the previous one. A mistake in the spec or in the code is printed, and the mock goes on as it was.
 */
export class DevServer {
  readonly #folder: string;
  readonly #door = new Door();
  readonly #pending = new Set<string>();
  #stopWatching: (() => Promise<void>) | undefined;
  #generator: ChildProcess | undefined;
  #mock: ChildProcess | undefined;
  /** A mock that loads the current code. */
  #nextMock: ChildProcess | undefined;
  #reference: ChildProcess | undefined;
  #isNewDatabase = true;
  /** Whether the mock has to start again even if the next change does not affect it. */
  #isStale = true;
  #isWorking = true;
  #isEnding = false;

  /** @param folder holds the state of the mock, and is deleted at the end */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Starts everything. Resolves when requests are answered.
   * @returns the URL, and the access token of the demo account if the mock could be started
   * @throws Error when the port cannot be opened
   */
  async start(hostname: string, port: number): Promise<{ readonly url: string; readonly accessToken: string | undefined }> {
    const { server } = this.#door;
    server.listen(port, hostname);
    await once(server, "listening");
    const url = `http://${hostname}:${(server.address() as AddressInfo).port}`;
    // Before the first generation, so that an edit during it counts.
    this.#stopWatching = await watchSources(
      (files) => this.#onChange(files),
      (error) => this.#tell(`Some sources cannot be watched: ${inspect(error)}`),
    );
    await this.#generate([]);
    const accessToken = await this.#replaceMock();
    this.#buildReference();
    return { url, accessToken };
  }

  /** Applies changes from now on, and those since the start. */
  follow(): void {
    this.#isWorking = false;
    this.#onChange([]);
  }

  /** Ends all processes and deletes the state. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#door.server.close();
    this.#door.server.closeAllConnections();
    await this.#stopWatching?.();
    await Promise.all([this.#generator, this.#mock, this.#nextMock, this.#reference].map(kill));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #onChange(files: readonly string[]): void {
    for (const file of files) this.#pending.add(file);
    const concerns = new Set(files.map(concernOf));
    // Code that is outdated may not even end, so nothing waits for it.
    if (concerns.has("generator")) void this.#endGenerator();
    if (concerns.has("generator") || concerns.has("spec") || concerns.has("mock")) void kill(this.#nextMock);
    if (!this.#isWorking) void this.#work();
  }

  /** Applies the pending changes until there are none. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#pending.size > 0 && !this.#isEnding) {
      const files = [...this.#pending];
      this.#pending.clear();
      await this.#apply(files).catch((error: unknown) => this.#tell(inspect(error)));
    }
    this.#isWorking = false;
  }

  async #apply(files: readonly string[]): Promise<void> {
    const startTime = performance.now();
    const concerns = new Set<Concern | undefined>(files.map(concernOf));
    const what = files.length === 1 ? files[0] : `${files.length} files`;
    const hasSpecChanged = concerns.has("spec") || concerns.has("generator");
    let generated = "";
    if (hasSpecChanged) {
      void kill(this.#reference);
      const changed = await this.#generate(concerns.has("generator") ? [] : files);
      if (changed === undefined) return;
      generated = `, ${changed.length} generated files changed`;
      // The mock does not load the client.
      this.#isStale ||= changed.some((path) => !path.includes("/client/"));
    }
    const isStale = this.#isStale || concerns.has("mock");
    if (isStale) {
      const accessToken = await this.#replaceMock();
      if (this.#isStale) return;
      if (accessToken !== undefined) this.#tell(`Token      ${accessToken}`);
    }
    const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
    this.#tell(`${what}: ${isStale ? "the mock is up to date" : "the mock is not affected"}${generated} (${seconds} s)`);
    if (hasSpecChanged || concerns.has("reference")) this.#buildReference();
  }

  /** @param files the changed files; none for all @returns the changed generated files, or nothing when the generation failed */
  async #generate(files: readonly string[]): Promise<readonly string[] | undefined> {
    if (this.#isEnding) return undefined;
    const child = this.#generator ?? start("generatorProcess.ts");
    this.#generator = child;
    child.send(files);
    const result = await nextMessage<Generated>(child);
    if (result !== undefined && "changed" in result) return result.changed;
    // It is unknown what a generator that ended has written.
    if (result === undefined) this.#isStale = true;
    if (this.#generator !== child) return undefined;
    if (result === undefined) this.#generator = undefined;
    this.#tell(`${result?.failure ?? "The generator ended; see above."}\n\nThe mock goes on as it was.`);
    return undefined;
  }

  async #endGenerator(): Promise<void> {
    const child = this.#generator;
    this.#generator = undefined;
    await kill(child);
  }

  /**
   * Replaces the mock by one with the current code, which loads its code while the old one goes on. Requests in between wait.
   * @returns the access token of the demo account, if the database is new
   */
  async #replaceMock(): Promise<string | undefined> {
    if (this.#isEnding) return undefined;
    this.#isStale = true;
    const next = start("mockProcess.ts");
    this.#nextMock = next;
    const loaded = await nextMessage<Loaded>(next);
    this.#nextMock = undefined;
    if (loaded === undefined) {
      // A newer change has killed it, or its code is wrong.
      if (next.signalCode === "SIGKILL") return undefined;
      this.#tell(`The new mock cannot be loaded; see above. ${this.#mock ? "The old one goes on." : "The next edit tries again."}`);
      if (this.#mock === undefined) this.#door.open(undefined);
      return undefined;
    }
    this.#door.hold();
    await this.#endMock();
    if (this.#isEnding) {
      await kill(next);
      return undefined;
    }
    next.send({ database: `file:${join(this.#folder, "state.db")}`, isNew: this.#isNewDatabase } satisfies Start);
    this.#mock = next;
    next.once("exit", (code, signal) => {
      if (this.#mock !== next) return;
      this.#mock = undefined;
      this.#isStale = true;
      this.#door.open(undefined);
      this.#tell(`The mock ended with ${code ?? signal}; see above. The next edit starts it again.`);
    });
    const serving = await nextMessage<Serving>(next);
    if (serving === undefined) return undefined;
    this.#door.open(serving.url);
    this.#isStale = false;
    this.#isNewDatabase = false;
    for (const id of loaded.withoutHandler) {
      this.#tell(`${id} has no handler yet. Write it in packages/mock/src/handlers/${id.split(".")[0]}.ts.`);
    }
    return serving.accessToken;
  }

  async #endMock(): Promise<void> {
    const old = this.#mock;
    this.#mock = undefined;
    if (old === undefined) return;
    const exited = once(old, "exit");
    old.kill("SIGTERM");
    // A handler may not end.
    const isLate = await Promise.race([exited.then(() => false), setTimeout(endMs, true)]);
    if (isLate) await kill(old);
  }

  /** Builds the reference in the background. */
  #buildReference(): void {
    void kill(this.#reference);
    if (this.#isEnding) return;
    const child = spawn(process.execPath, [...sourceOptions, "tools/reference/build.ts"], {
      detached: true,
      env: quietEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#reference = child;
    let output = "";
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => {
      if (this.#reference !== child || child.signalCode === "SIGKILL") return;
      this.#reference = undefined;
      this.#tell(code === 0 ? "The reference is up to date." : `The reference could not be built.\n${output}`);
    });
  }

  #tell(text: string): void {
    if (!this.#isEnding) console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
  }
}
