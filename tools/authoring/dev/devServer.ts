import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { kill, start } from "./child.ts";
import { Door } from "./door.ts";
import type { Generated } from "./generatorProcess.ts";
import { mockErrors } from "./mockErrors.ts";
import { concernOf, watchSources } from "./watch.ts";

const generatorProcess = fileURLToPath(new URL("generatorProcess.ts", import.meta.url));
const mockProcess = fileURLToPath(new URL("mockProcess.ts", import.meta.url));

/** The maximum time for the old mock to finish its pending requests and exit. */
const endMs = 2_000;

const unchanged = "The mock keeps running unchanged.";

/** Implements `pnpm dev`. The mock's state is stored in a database file. Requests wait while the mock restarts. */
export class DevServer {
  readonly #folder: string;
  readonly #door = new Door();
  readonly #pending = new Set<string>();
  #stopWatching: (() => Promise<void>) | undefined;
  #generator: ChildProcess | undefined;
  #mock: ChildProcess | undefined;
  #reference: ChildProcess | undefined;
  /** Whether an earlier edit is still waiting to be applied to the running mock. */
  #isStale = true;
  /** Whether the mock's code may contain errors. */
  #isUnchecked = true;
  #isWorking = true;
  #isEnding = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts the server and watches the sources. Resolves to the URL. @throws Error when the port cannot be opened */
  async start(hostname: string, port: number): Promise<string> {
    const { server } = this.#door;
    server.listen(port, hostname);
    await once(server, "listening");
    // Watching starts before the first generation, so that edits made during the generation are noticed.
    this.#stopWatching = await watchSources(
      (files) => this.#onChange(files),
      (error) => this.#print(`Some source files cannot be watched: ${inspect(error)}`),
    );
    await this.#generate([]);
    await this.#restartMock();
    this.#buildReference();
    void this.#applyPending();
    return `http://${hostname}:${(server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#door.server.close();
    this.#door.server.closeAllConnections();
    await this.#stopWatching?.();
    await Promise.all([this.#generator, this.#mock, this.#reference].map((child) => kill(child)));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #onChange(files: readonly string[]): void {
    for (const file of files) this.#pending.add(file);
    const concerns = new Set(files.map(concernOf));
    // An outdated generator may never finish, so it is replaced without waiting for it.
    if (concerns.has("generator")) {
      void kill(this.#generator);
      this.#generator = undefined;
    }
    if (concerns.has("mock") && !this.#door.isOpen) {
      void kill(this.#mock);
      this.#mock = undefined;
    }
    if (!this.#isWorking) void this.#applyPending();
  }

  async #applyPending(): Promise<void> {
    this.#isWorking = true;
    while (this.#pending.size > 0 && !this.#isEnding) {
      const files = [...this.#pending];
      this.#pending.clear();
      await this.#apply(files).catch((error: unknown) => this.#print(inspect(error)));
    }
    this.#isWorking = false;
  }

  async #apply(files: readonly string[]): Promise<void> {
    const startTime = performance.now();
    const concerns = new Set(files.map(concernOf));
    this.#isStale ||= concerns.has("mock");
    this.#isUnchecked ||= concerns.has("mock");
    const hasSpecChanged = concerns.has("spec") || concerns.has("generator");
    if (hasSpecChanged) {
      void this.#endReference();
      const changed = await this.#generate(concerns.has("generator") ? [] : files);
      if (changed === undefined) return;
      // Changes to the client do not affect the mock, because the mock does not load the client.
      this.#isStale ||= changed.some((path) => !path.includes("/client/"));
    }
    if (this.#isStale) await this.#restartMock();
    if (this.#isStale) return;
    const what = files.length <= 3 ? files.join(", ") : `${files.length} files`;
    this.#print(`${what}: the mock is up to date (${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
    if (hasSpecChanged || concerns.has("reference")) this.#buildReference();
  }

  /** @param files the changed files; empty to generate all @returns the changed generated files; `undefined` when generation failed */
  async #generate(files: readonly string[]): Promise<readonly string[] | undefined> {
    if (this.#isEnding) return undefined;
    const child = this.#generator ?? this.#startGenerator();
    const result = await new Promise<Generated | undefined>((resolve) => {
      const onExit = (): void => resolve(undefined);
      child.once("exit", onExit);
      child.once("message", (message) => {
        child.off("exit", onExit);
        resolve(message as Generated);
      });
      child.send(files);
    });
    if (result !== undefined && "changed" in result) return result.changed;
    // A generator that was interrupted may have written some of its files.
    if (result === undefined) this.#isStale = true;
    if (child.signalCode === "SIGKILL") return undefined;
    this.#print(`${result?.failure ?? "The generator exited; see the output above."}\n\n${unchanged}`);
    return undefined;
  }

  #startGenerator(): ChildProcess {
    const child = start([generatorProcess], ["ignore", "inherit", "inherit", "ipc"]);
    this.#generator = child;
    child.once("exit", () => {
      if (this.#generator === child) this.#generator = undefined;
    });
    return child;
  }

  /** Replaces the mock, unless its current code cannot be loaded. The new mock uses the same database. Requests wait until it is ready. */
  async #restartMock(): Promise<void> {
    this.#isStale = true;
    const errors = this.#isUnchecked ? await mockErrors() : [];
    this.#isUnchecked = errors.length > 0;
    if (this.#isUnchecked) {
      if (this.#mock === undefined) this.#door.open(undefined);
      const effect = this.#mock === undefined ? "The next edit starts the mock." : unchanged;
      return this.#print(`The mock cannot be loaded.\n\n  ${errors.join("\n\n  ")}\n\n${effect}`);
    }
    await this.#door.hold();
    const old = this.#mock;
    this.#mock = undefined;
    // The wait is limited, because a handler may run forever.
    await Promise.race([kill(old, "SIGTERM"), setTimeout(endMs)]);
    await kill(old);
    if (this.#isEnding) return;
    const mock = start([mockProcess, `file:${join(this.#folder, "state.db")}`], ["ignore", "inherit", "inherit", "ipc"]);
    this.#mock = mock;
    mock.once("exit", (code, signal) => {
      if (this.#mock !== mock) return;
      this.#mock = undefined;
      this.#isStale = true;
      this.#door.open(undefined);
      this.#print(`The mock exited with ${code ?? signal}; see the output above. The next edit restarts it.`);
    });
    await new Promise<void>((resolve) => {
      mock.once("exit", () => resolve());
      mock.once("message", (url) => {
        this.#door.open(String(url));
        this.#isStale = false;
        resolve();
      });
    });
  }

  #buildReference(): void {
    void this.#endReference();
    if (this.#isEnding) return;
    const child = start(["tools/reference/build.ts"], ["ignore", "ignore", "inherit"]);
    this.#reference = child;
    child.on("exit", (code) => {
      if (this.#reference !== child) return;
      this.#print(code === 0 ? "The reference is up to date." : "The reference could not be built; see the output above.");
    });
  }

  async #endReference(): Promise<void> {
    const child = this.#reference;
    this.#reference = undefined;
    await kill(child);
  }

  #print(text: string): void {
    if (!this.#isEnding) console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
  }
}
