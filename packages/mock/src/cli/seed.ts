import { readFile } from "node:fs/promises";
import { Refusal } from "../contract/refusal.ts";
import type { Mock } from "../mock.ts";

/** Accounts to make, as the control API takes them, and what is in them. */
export interface SeedFile {
  readonly accounts: readonly SeedAccount[];
}

interface SeedAccount {
  readonly account?: Parameters<Mock["account"]>[0];
  readonly state?: Parameters<Mock["seed"]>[1];
}

/** Reads seed files. @throws Error that names the file and what is wrong with it */
export async function readSeeds(files: readonly string[], demo: boolean): Promise<SeedFile[]> {
  const seeds = await Promise.all(files.map(readSeed));
  if (!demo) return seeds;
  const { demoAccount, demoState } = await import("../control/demo.ts");
  return [{ accounts: [{ account: demoAccount, state: demoState }] }, ...seeds];
}

async function readSeed(file: string): Promise<SeedFile> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The seed file ${file} cannot be read (${error.code}).`);
  });
  const seed = parsed(file, text);
  if (typeof seed === "object" && seed !== null && "accounts" in seed && Array.isArray(seed.accounts)) return seed as SeedFile;
  throw new Error(
    `The seed file ${file} must be an object with a list of "accounts", such as {"accounts": [{"account": {}, "state": {}}]}.`,
  );
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The seed file ${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Makes the accounts of seed files, in their order. An account that the database has already is left as it is. */
export async function seedAll(mock: Mock, seeds: readonly SeedFile[]): Promise<void> {
  for (const { account = {}, state = {} } of seeds.flatMap((seed) => seed.accounts)) {
    if (account.accountId !== undefined && (await exists(mock, account.accountId))) continue;
    await (await mock.account(account)).seed(state);
  }
}

async function exists(mock: Mock, accountId: number): Promise<boolean> {
  return mock.clock.get(accountId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.category === "OBJECT_NOT_FOUND") return false;
      throw error;
    },
  );
}
