/** Machines differ, so compare only ratios within a run, and ignore differences below 25%. Sizes and types are exact. */
import { availableParallelism } from "node:os";
import { UsageError } from "../../packages/mock/src/cli/usageError.ts";
import { readWords, runCommand } from "../commandLine.ts";
import { runTasks } from "../commands/turbo.ts";

/** The parts are imported on demand, because the packages may not exist before the build. */
const parts = {
  pipeline: async () => (await import("./pipeline.ts")).benchPipeline(),
  client: async () => (await import("./client.ts")).benchClient(),
  mock: async () => (await import("./mock.ts")).benchMock(),
  records: async () => (await import("./records.ts")).benchRecords(),
  start: async () => (await import("./start.ts")).benchStart(),
  store: async () => (await import("./store.ts")).benchStore(),
  scale: async () => (await import("./scale.ts")).benchScale(),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
  dev: async () => (await import("./dev.ts")).benchDev(),
};

const usage = `Usage: npx pnpm bench [PART …]\n\nPART is one of ${Object.keys(parts).join(", ")}. Without PART, all parts run.`;

async function main(): Promise<number> {
  const chosen = readWords(usage, {}, Number.POSITIVE_INFINITY).positionals;
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new UsageError(`Unknown part: ${unknown.join(", ")}. Valid parts: ${Object.keys(parts).join(", ")}.`);
  if ((await runTasks(["build", "reference"], { quiet: true })) !== 0) return 1;
  console.log(`Node ${process.version}, ${availableParallelism()} processors\n`);
  for (const [name, bench] of Object.entries(parts)) {
    if (chosen.length === 0 || chosen.includes(name)) await bench();
  }
  return 0;
}

await runCommand(main);
