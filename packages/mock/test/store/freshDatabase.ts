import { inject } from "vitest";
import { createDatabase, type FreshDatabase } from "./postgres.ts";
import type { SharedPostgres } from "./postgresSetup.ts";

/** The mock's tables exist, but contain no accounts. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = await sharedPostgres();
  return createDatabase(url, template);
}

export async function emptyDatabase(): Promise<FreshDatabase> {
  const { url } = await sharedPostgres();
  return createDatabase(url);
}

async function sharedPostgres(): Promise<SharedPostgres> {
  const response = await fetch(inject("postgres"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as SharedPostgres;
}
