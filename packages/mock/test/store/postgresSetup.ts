import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { migrate } from "../../src/store/sql/migrations/migrate.ts";
import { openPostgres } from "../../src/store/sql/postgres.ts";
import { createDatabase, type PostgresServer, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A URL that responds with a SharedPostgres. */
    postgres: string;
  }
}

export interface SharedPostgres {
  readonly url: string;
  /** The name of a migrated database. Copying it takes a quarter of the time of a migration. */
  readonly template: string;
}

async function migratedDatabase(serverUrl: string): Promise<string> {
  const { name, url } = await createDatabase(serverUrl);
  const database = await openPostgres(url, 1);
  await migrate(database);
  await database.close();
  return name;
}

/** The server is started on first use and is shared by all tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  let template: Promise<string> | undefined;
  const server = createServer(async (_, response) => {
    try {
      postgres ??= startPostgres("off");
      const { url } = await postgres;
      template ??= migratedDatabase(url);
      response.end(JSON.stringify({ url, template: await template } satisfies SharedPostgres));
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
