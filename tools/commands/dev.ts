/**
 * pnpm dev [--port N]: the mock from its sources, current. An edit in spec/ is generated, and an edit of the code loaded, within a
 * second or two; what the mock holds stays, and requests in between wait. The reference follows in the background. What is wrong
 * is told with file, line and column, and the mock goes on as it was. Ctrl+C ends it, and its state.
 */
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Door } from "../authoring/dev/door.ts";
import { Generator } from "../authoring/dev/generator.ts";
import { MockRunner } from "../authoring/dev/mock.ts";
import { Reference } from "../authoring/dev/reference.ts";
import { type Concern, concernsOf, watchSources } from "../authoring/dev/watch.ts";
import { onLauncherGone } from "./launcher.ts";

const hostname = "127.0.0.1";
const usage = "Usage: npx pnpm dev [--port N]";

function readPort(): number {
  const { port = "4010" } = parseArgs({ options: { port: { type: "string" } } }).values;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new Error(`--port takes a number from 0 to 65535, not "${port}".`);
}

async function listen(port: number): Promise<string> {
  door.server.listen(port, hostname);
  await once(door.server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is taken. Choose another one, for example: npx pnpm dev --port ${(port % 65_535) + 1}`);
  });
  const address = door.server.address();
  return `http://${hostname}:${typeof address === "object" && address !== null ? address.port : port}`;
}

/** What has changed since the last look, and whether somebody looks already. */
let pending = new Set<string>();
let isBusy = false;
let isEnding = false;

async function onChange(files: readonly string[]): Promise<void> {
  for (const file of files) pending.add(file);
  if (isBusy) return;
  isBusy = true;
  while (pending.size > 0) {
    const batch = [...pending];
    pending = new Set();
    await follow(batch);
  }
  isBusy = false;
}

/** Makes everything follow a change of some files. */
async function follow(files: readonly string[]): Promise<void> {
  const start = performance.now();
  const concerns = concernsOf(files);
  if (concerns.size === 0) return;
  if (concerns.has("generator")) generator.end();
  if (concerns.has("spec") || concerns.has("reference")) reference.expire();
  try {
    await replace(files, concerns, start);
  } finally {
    // Now that the mock is up there is time for what nobody waits for; and where nothing was generated the reference is still to come.
    tidyUp();
  }
}

/** One after the other, so that the next edit need not share the machine with both. */
function tidyUp(): void {
  reference.refresh();
  void reference.current().then(() => generator.lintBundles());
}

async function replace(files: readonly string[], concerns: ReadonlySet<Concern>, start: number): Promise<void> {
  const generates = concerns.has("spec") || concerns.has("generator");
  const generated = generates ? await generator.generate(concerns.has("generator") ? [] : files) : undefined;
  if (generated?.kind === "refused") return tell(`${generated.message}\n\nThe mock goes on as it was.`);
  // The document is written, and the mock is loaded beside it.
  reference.refresh();
  const isOther = concerns.has("mock") || (generated?.changed ?? []).some((path) => !path.includes("/client/"));
  if (isOther && !(await restart())) return;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  // What an editor has written beside the file and renamed is not there any more.
  const present = files.filter((file) => existsSync(file));
  const what = present.length === 1 ? present[0] : `${files.length} files`;
  const generatedFiles = generated === undefined ? "" : `, ${generated.changed.length} generated files are new`;
  tell(`${what}: ${isOther ? "the mock answers by it" : "the mock need not change"}${generatedFiles} (${seconds} s)`);
}

/** Resolves to whether the new mock answers. */
async function restart(): Promise<boolean> {
  const { running, withoutHandler } = await mock.restart();
  if (running === "old") tell("The new mock cannot be loaded; see above. The old one goes on.");
  if (running === "none") tell("The mock did not start; see above. Edit on, and it tries again.");
  for (const id of withoutHandler) {
    tell(`${id} has no handler yet: it is to be written in packages/mock/src/handlers/${id.split(".")[0]}.ts.`);
  }
  return running === "new";
}

function tell(text: string): void {
  // What is ended on purpose did not fail.
  if (isEnding) return;
  console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
}

async function end(code: number): Promise<void> {
  isEnding = true;
  stopWatching?.();
  generator.end();
  reference.end();
  door.server.close();
  door.server.closeAllConnections();
  await mock.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  process.exit(code);
}

const folder = mkdtempSync(join(tmpdir(), "crm-platform-dev-"));
// A process that is ended in the middle of its work cannot tidy up: what it leaves goes with the folder.
for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
const reference = new Reference((output) => tell(`The reference was not built.\n${output}`));
const door = new Door(async (path) => (path.startsWith("/docs") ? reference.current() : undefined));
const generator = new Generator(tell);
const mock = new MockRunner(`file:${join(folder, "state.db")}`, door);
let stopWatching: (() => void) | undefined;

process.once("SIGINT", () => void end(130));
process.once("SIGTERM", () => void end(143));
onLauncherGone(() => void end(143));

try {
  // Who asks for it from the first moment on gets that of the spec as it is now.
  reference.expire();
  const url = await listen(readPort());
  // Before the first generation: what is edited during it counts.
  stopWatching = watchSources((files) => void onChange(files));
  isBusy = true;
  const generated = await generator.generate([]);
  if (generated.kind === "refused") tell(generated.message);
  const { running, accessToken: token } = await mock.restart();
  if (running !== "new") throw new Error("The mock did not start; see above.");
  tidyUp();
  console.log(`
  API        ${url}
  Reference  ${url}/docs/
  Console    ${url}/console
  Token      ${token}

  Edit spec/ or packages/mock/src/, and it follows; what it holds stays. Ctrl+C ends it.
`);
  isBusy = false;
  await onChange([]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS")) console.error(usage);
  await end(1);
}
