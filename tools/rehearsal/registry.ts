import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { runServer } from "verdaccio";

/** A registry for one rehearsal. */
export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

type Configuration = Exclude<Parameters<typeof runServer>[0], string | undefined>;

/**
 * Starts a registry on a free port of this machine. It holds our packages and knows no other registry, so a version of ours that
 * was published elsewhere is never taken for the rehearsed one. Who reaches the port may publish.
 * @param folder where it keeps what it gets
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const configuration = {
    configPath: join(folder, "configuration.yaml"),
    storage: join(folder, "storage"),
    uplinks: {},
    packages: { "@crm-platform/*": { access: "$all", publish: "$all" } },
    auth: {},
    web: { enable: false },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "error" },
  };
  const server = (await runServer(configuration as unknown as Configuration)) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
