import type { Platform } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";
import { type Command, command } from "../server/command.ts";

export interface Server extends Command {
  readonly url: string;
  readonly platform: Platform;
  kill(): Promise<void>;
}

export async function startServer(database: string): Promise<Server> {
  const started = command("start", "--port", "0", "--database", database);
  const [, url = ""] = await started.written(/^ready (\S+)$/m);
  return {
    ...started,
    url,
    platform: platformAt(url, fetch),
    kill: async () => {
      started.child.kill("SIGKILL");
      await started.ended;
    },
  };
}

export async function killWhileStarting(database: string, afterMs: number): Promise<void> {
  const { child, ended } = command("start", "--port", "0", "--database", database);
  setTimeout(() => child.kill("SIGKILL"), afterMs);
  await ended;
}
