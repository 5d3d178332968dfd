import type { Platform } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";
import { type Command, command } from "../server/command.ts";

export interface Server extends Command {
  readonly url: string;
  readonly platform: Platform;
  kill(): Promise<void>;
}

export async function startServer(database: string): Promise<Server> {
  const server = command("start", "--port", "0", "--database", database);
  const [, url = ""] = await server.waitFor(/^ready (\S+)$/m);
  return {
    ...server,
    url,
    platform: platformAt(url, fetch),
    kill: async () => {
      server.child.kill("SIGKILL");
      await server.end;
    },
  };
}

export async function killWhileStarting(database: string, afterMs: number): Promise<void> {
  const { child, end } = command("start", "--port", "0", "--database", database);
  setTimeout(() => child.kill("SIGKILL"), afterMs);
  await end;
}
