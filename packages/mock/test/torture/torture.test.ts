import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../store/freshDatabase.ts";
import { createDatabase, startPostgres } from "../store/postgres.ts";
import { tortureDatabase } from "./databaseKills.ts";
import { type TortureReport, torture } from "./torture.ts";

const kills = 2;
const seed = 20260420;

test("a mock killed while it uses a file loses no acknowledged writes and stores no partial writes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-torture-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  expectAllThere(await torture({ database: `file:${join(folder, "mock.sqlite")}`, kills, seed }));
});

test("a mock killed while it uses Postgres loses no acknowledged writes and stores no partial writes", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  expectAllThere(await torture({ database: database.url, kills, seed }));
});

test("if Postgres is killed, the mock keeps running and loses no acknowledged writes", async () => {
  // This test uses a separate server, because other tests use the shared one.
  const postgres = await startPostgres("off");
  onTestFinished(() => postgres.stop());
  const { url } = await createDatabase(postgres.url);
  expectAllThere(await tortureDatabase({ database: url, kills, seed }));
});

function expectAllThere({ violations, acknowledged, unacknowledged }: TortureReport): void {
  expect(violations).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10 * kills);
  expect(unacknowledged).toBeGreaterThanOrEqual(kills);
}
