import { inject } from "vitest";
import { createDatabase, type FreshDatabase } from "./postgres.ts";

/** Creates an empty database on the shared Postgres. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const response = await fetch(inject("postgres"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return createDatabase(answer);
}
