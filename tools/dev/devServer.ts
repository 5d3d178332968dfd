import { type ChildProcess, fork } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import type { FSWatcher } from "chokidar";
import { programEnvironment } from "../environment.ts";
import { mockErrors } from "./mockErrors.ts";
import { concernOf, watchSources } from "./watch.ts";

const mockProcess = fileURLToPath(new URL("mockProcess.ts", import.meta.url));
const generatorProcess = new URL("generatorProcess.ts", import.meta.url);
const referenceBuild = new URL("../reference/build.ts", import.meta.url);
const execArgv = ["--conditions=@crm-platform/source", `--import=${new URL("../jsx.ts", import.meta.url).href}`];

/** The maximum time for the old mock to finish its pending requests and exit. It waits two seconds for the requests. */
const endMs = 3_000;

/** Implements `pnpm dev`. The mock's state is stored in a database file. The old and the new mock share the socket. */
export class DevServer {
  readonly #folder: string;
  readonly #mockArguments: string[];
  #url: string;
  readonly #children = new Set<ChildProcess>();
  readonly #pending = new Set<string>();
  #restart = Promise.resolve();
  #watcher: FSWatcher | undefined;
  #generator: ChildProcess | undefined;
  #reference: ChildProcess | undefined;
  #mock: Worker | undefined;
  /** The next mock, until it accepts requests. */
  #loading: Worker | undefined;
  #isEnding = false;

  constructor(folder: string, hostname: string, port: number) {
    this.#folder = folder;
    this.#mockArguments = [hostname, String(port), `file:${join(folder, "state.db")}`];
    this.#url = `http://${hostname}:${port}`;
  }

  /** Starts the mock from the existing generated code, and then generates the code. Resolves to the URL. */
  async start(): Promise<string> {
    // Connections then do not pass through this process.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: mockProcess, execArgv, args: this.#mockArguments });
    this.#watcher = await watchSources((files) => this.#onChange(files));
    await this.#apply([]);
    if (this.#generator === undefined) this.#startGenerator([]);
    return this.#url;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#watcher?.close();
    await Promise.all([...this.#children].map((child) => kill(child, "SIGKILL")));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #onChange(files: readonly string[]): void {
    const byConcern = Map.groupBy(files, concernOf);
    const [spec = [], generator = []] = [byConcern.get("spec"), byConcern.get("generator")];
    if (generator.length + spec.length > 0) this.#reference?.kill("SIGKILL");
    // An outdated generator may never finish, so it is replaced without waiting for it.
    if (generator.length > 0) this.#startGenerator([...generator, ...spec]);
    else if (spec.length > 0 && this.#generator?.connected) this.#generator.send(spec);
    else if (spec.length > 0) this.#startGenerator(spec);
    void this.#apply(byConcern.get("mock") ?? []);
    if (byConcern.has("reference")) this.#buildReference();
  }

  #startGenerator(files: readonly string[]): void {
    this.#generator?.kill("SIGKILL");
    const child = this.#track(fork(generatorProcess, files, { execArgv, env: programEnvironment() }));
    this.#generator = child;
    child.on("message", async (changed: readonly string[]) => {
      await this.#apply(changed);
      this.#buildReference();
    });
    child.on("exit", () => {
      if (this.#generator === child) this.#print("The generator exited; see the output above. The next edit restarts it.");
    });
  }

  /** Restarts the mock after the current restart, once for all files. A mock that is still loading is outdated. */
  #apply(files: readonly string[]): Promise<void> {
    if (files.length > 0) this.#loading?.process.kill("SIGKILL");
    for (const file of files) this.#pending.add(file);
    this.#restart = this.#restart.then(() => this.#restartMock()).catch((error: unknown) => this.#print(inspect(error)));
    return this.#restart;
  }

  /** Replaces the mock, unless its current code cannot be loaded. The new mock opens the database when the old one has exited. */
  async #restartMock(): Promise<void> {
    const files = [...this.#pending];
    this.#pending.clear();
    const old = this.#mock;
    if (old && files.length === 0) return;
    const mock = cluster.fork();
    this.#track(mock.process);
    this.#loading = mock;
    mock.once("exit", (code, signal) => {
      if (this.#mock !== mock) return;
      this.#mock = undefined;
      this.#print(`The mock exited with ${code ?? signal}; see the output above. The next edit restarts it.`);
    });
    const exited = once(mock, "exit");
    const started = once(mock, "message");
    const errors = await mockErrors().catch((error: unknown) => [inspect(error)]);
    if (errors.length > 0) mock.process.kill("SIGKILL");
    await Promise.race([started, exited]);
    mock.send("serve", () => {});
    const [address] = await Promise.race([once(mock, "listening"), exited]);
    this.#loading = undefined;
    if (mock.isDead()) {
      const reason = errors.length > 0 ? `\n\n  ${errors.join("\n\n  ")}\n\n` : " See the output above. ";
      const effect = old ? "The mock keeps running unchanged." : "The next edit starts the mock.";
      if (this.#pending.size === 0) this.#print(`The mock cannot be loaded.${reason}${effect}`);
      return;
    }
    this.#url = `http://${address.address}:${address.port}`;
    this.#mock = mock;
    if (old) await kill(old.process, "SIGTERM");
    const names = files.length <= 3 ? files.join(", ") : `${files.length} files`;
    if (files.length > 0) mock.once("message", () => this.#print(`${names}: the mock is up to date`));
    mock.send("open", () => {});
  }

  #buildReference(): void {
    this.#reference?.kill("SIGKILL");
    const child = this.#track(fork(referenceBuild, { execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] }));
    this.#reference = child;
    child.on("exit", (code) => {
      if (code !== null) this.#print(`The reference ${code === 0 ? "is up to date." : "could not be built; see the output above."}`);
    });
  }

  #track(child: ChildProcess): ChildProcess {
    this.#children.add(child);
    child.on("exit", () => this.#children.delete(child));
    // Sending a message fails if the process is exiting. The error is ignored, because the exit is handled separately.
    child.on("error", () => {});
    if (this.#isEnding) child.kill("SIGKILL");
    return child;
  }

  #print(text: string): void {
    if (!this.#isEnding) console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
  }
}

/** Resolves when the process has exited. */
async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), endMs);
  await exited;
  clearTimeout(late);
}
