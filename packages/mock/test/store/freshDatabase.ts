import { inject } from "vitest";
import { createDatabase, type FreshDatabase } from "./postgres.ts";

export async function freshDatabase(): Promise<FreshDatabase> {
  const response = await fetch(inject("postgres"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return createDatabase(text);
}
