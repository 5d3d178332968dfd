import { expect, onTestFinished, test } from "vitest";
import { DatabaseLost } from "../../src/store/errors.ts";
import { controlledMock } from "../control/controlling.ts";
import { createDatabase, query, startPostgres } from "./postgres.ts";
import { databases, openForTest, profile } from "./stores.ts";

const smtpTokens = "/email/public/v1/smtpapi/tokens";
const newToken = { createdBy: "someone@hub.example", campaignName: "Spring" };
const domains = "/cos-domains/v1/domains";

test("requests get a 503 with Retry-After when Postgres behind a Unix socket restarts, and succeed afterwards", async () => {
  const server = await startPostgres("off");
  onTestFinished(() => server.stop());
  const { url: database } = await createDatabase(server.url);
  const failures: unknown[] = [];
  const { account, mock } = await controlledMock({ database, keepSunsetOperations: true, onError: (error) => failures.push(error) });
  const one = await account();
  const send = () => Promise.all([one.call({ path: domains }), one.call({ path: smtpTokens, body: newToken })]);
  server.interrupt();
  // The first requests use connections that Postgres has closed. The second requests need new connections, but the socket does not exist.
  for (const { status, headers, body } of [...(await send()), ...(await send())]) {
    expect([status, headers.get("retry-after"), body.category]).toEqual([503, "5", "SERVICE_UNAVAILABLE"]);
  }
  const codes = failures.map((error) => ((error as Error).cause as { readonly code?: string }).code);
  expect(codes).toEqual(expect.arrayContaining(["EPIPE", "ENOENT"]));
  await server.startAgain();
  expect((await send()).map(({ status }) => status)).toEqual([200, 200]);
  expect((await mock.health()).status).toBe("ok");
});

/** Executes SQL in another database of the server, and then closes all connections to this one. */
async function alter(database: string, change: string): Promise<void> {
  const name = new URL(database).pathname.slice(1);
  const other = new URL(database);
  other.pathname = "/postgres";
  await query(other.href, `alter database ${name} ${change}`);
  await query(other.href, `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`);
}

test("the database is lost while Postgres rejects connections, whatever the reason", async () => {
  const database = await databases.postgres();
  const store = await openForTest({ database, poolSize: 1 });
  await alter(database, "allow_connections false");
  // The first request may still use the connection that Postgres has closed.
  for (const request of ["first", "second"]) await expect(store.clock(), request).rejects.toThrow(DatabaseLost);
  await alter(database, "allow_connections true");
  expect(await store.clock()).toEqual({ mode: "offset", offset: 0 });
});

test("after a failed write, a health check writes a temporary row until that succeeds", async () => {
  const database = await databases.postgres();
  const store = await openForTest({ database, poolSize: 1 });
  const accountId = await store.createAccount(profile);
  const write = () => store.transaction(accountId, (account) => account.nextNumber());
  const reconnected = () => expect.poll(() => store.clock().catch(() => undefined)).toBeDefined();
  await alter(database, "set default_transaction_read_only = on");
  await reconnected();
  await expect(write()).rejects.toThrow("The database is read-only.");
  await expect(store.checkWritable()).rejects.toThrow("The database is read-only.");
  await alter(database, "set default_transaction_read_only = off");
  await reconnected();
  await store.checkWritable();
  expect(await write()).toBe(1);
  await query(database, "do $$ begin if exists (select from settings where name = 'probe') then raise 'The row remains.'; end if; end $$");
});
