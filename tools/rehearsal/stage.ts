import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOfRepository } from "../repositoryCopy.ts";

/** A rehearsal changes only this folder and this registry. */
export interface Stage {
  readonly folder: string;
  /** A copy of the repository, including uncommitted changes, with its dependencies. */
  readonly copy: string;
  readonly registry: Registry;
  readonly signal: AbortSignal;
}

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

export async function setStage(root: string, signal: AbortSignal): Promise<Stage & AsyncDisposable> {
  await using started = new AsyncDisposableStack();
  const folder = started.adopt(await mkdtemp(join(tmpdir(), "crm-platform-rehearsal-")), remove);
  const copy = await copyOfRepository(folder, root);
  await mkdir(join(folder, "registry"));
  const registry = started.adopt(await startRegistry(join(folder, "registry")), ({ close }) => close());
  const stage = started.move();
  return { folder, copy, registry, signal, [Symbol.asyncDispose]: () => stage.disposeAsync() };
}

function remove(folder: string): Promise<void> {
  // A process that has just been ended may still write files.
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The registry has no upstream, so it never serves a version that was published elsewhere. Every client may publish. */
export async function startRegistry(folder: string): Promise<Registry> {
  // The module is imported on demand, because it takes a second to load.
  const { runServer } = await import("verdaccio");
  // npm's cache is shared by all rehearsals, and its keys are URLs. A port can be used again, so each registry has its own path.
  const path = `/${randomUUID()}/`;
  const configuration = {
    url_prefix: path,
    configPath: join(folder, "configuration.yaml"),
    storage: join(folder, "storage"),
    uplinks: {},
    packages: { "@crm-platform/*": { access: "$all", publish: "$all" } },
    auth: {},
    web: { enable: false },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "error" },
  };
  const server = (await runServer(configuration as unknown as Parameters<typeof runServer>[0])) as Server;
  // Verdaccio expects a proxy that removes the prefix.
  server.prependListener("request", (request) => {
    request.url = request.url?.replace(path, "/");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
