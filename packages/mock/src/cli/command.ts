import module from "node:module";
import { keepHeapSmall } from "./heap.ts";
import { readCommand, usage } from "./readCommand.ts";
import { isUsageError } from "./usageError.ts";

// The compile cache makes later starts a third faster. NODE_DISABLE_COMPILE_CACHE=1 disables the cache. Deno has no compile cache.
module.enableCompileCache?.();
keepHeapSmall();

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (isUsageError(error)) console.error(`\n${usage}`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  // Modules are imported per command, so that a command does not load the modules of the other commands.
  switch (command.name) {
    case "help":
      return console.log(usage);
    case "start":
      return (await import("./start.ts")).runStart(command.options);
    case "proxy":
      return (await import("./proxy.ts")).runProxy(command.options);
  }
}
