import { readFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { ownPackage } from "../ownPackage.ts";
import { readCommand, usage } from "./readCommand.ts";
import { UsageError } from "./usageError.ts";

// The compile cache makes later starts a third faster. NODE_DISABLE_COMPILE_CACHE=1 disables the cache. Deno has no compile cache.
module.enableCompileCache?.();
keepHeapSmall();

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  // Modules are imported per command, so that a command does not load the modules of the other commands.
  switch (command.name) {
    case "help":
      return console.log(usage);
    case "version":
      return console.log(JSON.parse(readFileSync(join(ownPackage, "package.json"), "utf8")).version);
    case "start":
      return (await import("./start.ts")).runStart(command.options);
    case "mcp":
      return (await import("./start.ts")).runMcp(command.options);
    case "proxy":
      return (await import("./proxy.ts")).runProxy(command.options);
  }
}

/** Halves memory usage and reduces speed by 3%. With V8's defaults, even a small program's heap grows by tens of megabytes. */
function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  // Parallel garbage collection is disabled, because waking threads takes longer than collecting a megabyte on the main thread.
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=30");
}
