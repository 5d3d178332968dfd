import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A URL that responds with the URL of the shared Postgres server. */
    postgres: string;
  }
}

/** The server is started on first use and is shared by all tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  const server = createServer(async (_, response) => {
    try {
      postgres ??= startPostgres("off");
      response.end((await postgres).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  project.provide("postgres", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.close();
    await (await postgres?.catch(() => undefined))?.stop();
  };
}
