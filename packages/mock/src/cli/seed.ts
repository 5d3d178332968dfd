import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { Refusal } from "../contract/errors/refusal.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { AccountInput, AccountState } from "../generated/control/schemas.ts";
import type { Mock } from "../mock.ts";

/** An account to make, as the control API takes it, and what is in it. */
export interface Seed {
  /** Where it stands, to be told when it is wrong. */
  readonly place: string;
  readonly account: AccountInput;
  readonly state: AccountState;
}

/**
 * Reads seed files.
 * @param demo whether the mock has the demo account, which no seed may have
 * @throws Error that names the file, the place in it, and what is wrong
 */
export async function readSeeds(files: readonly string[], demo: boolean): Promise<Seed[]> {
  const seeds = (await Promise.all(files.map(readFileOfSeeds))).flat();
  refuseTwice([...(demo ? await demoSeeds() : []), ...seeds]);
  return seeds;
}

async function demoSeeds(): Promise<Seed[]> {
  const { demoAccount, demoState } = await import("../control/demo/demo.ts");
  return [{ place: "The demo", account: demoAccount, state: demoState }];
}

/** The second of two would be taken for one that the database has already. */
function refuseTwice(seeds: readonly Seed[]): void {
  const places = new Map<unknown, string>();
  for (const { place, account } of seeds) {
    const first = places.get(account.accountId);
    if (first !== undefined) throw new Error(`${place}.account: accountId is that of another account. ${first} has it, too.`);
    places.set(account.accountId, place);
  }
}

const example = '{"accounts": [{"account": {"accountId": 77, "accessToken": "known-77"}, "state": {}}]}';

async function readFileOfSeeds(file: string): Promise<Seed[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The seed file ${file} cannot be read (${error.code}).`);
  });
  const content = parsed(file, text);
  if (!isObject(content) || !Array.isArray(content["accounts"]) || !content["accounts"].every(isObject)) {
    throw new Error(`The seed file ${file} must have a list of accounts, such as ${example}.`);
  }
  return content["accounts"].map(({ account = {}, state = {}, ...others }, index) => {
    const place = `The seed file ${file}, accounts[${index}]`;
    const [other] = Object.keys(others);
    if (other !== undefined) throw new Error(`${place} has a field ${other}; account and state are what it can have.`);
    for (const [field, reason] of Object.entries(needed)) {
      if (!isObject(account) || account[field] === undefined) throw new Error(`${place}.account: ${field} is required, because ${reason}.`);
    }
    // What else is wrong inside them is found when they are used.
    return { place, account: account as AccountInput, state: state as AccountState };
  });
}

/** What the control API would make up, and only its answer tells. */
const needed = {
  accountId: "without it every start would make another account in the same database",
  accessToken: "nobody is told one that is made up",
};

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text, and there may be secrets in it.
    throw new Error(`The seed file ${file} is not JSON.`);
  }
}

/**
 * Makes the accounts, each with its state, in their order. An account that the database has already is left as it is.
 * @param signal aborted when no more of them shall be made
 */
export async function seedAll(mock: Mock, seeds: readonly Seed[], signal: AbortSignal): Promise<void> {
  for (const { place, account, state } of seeds) {
    // SQLite makes nobody wait, and without a turn of the event loop no signal gets through.
    await setImmediate();
    if (signal.aborted) return;
    await mock.account(account, state).catch((error: unknown) => {
      // Another start has made it, perhaps at this moment, and not without its state.
      if (!(error instanceof Refusal) || error.category !== "CONFLICT") refused(place, error);
    });
  }
}

function refused(place: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const [first, ...others] = error.problems;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  if (!first) throw new Error(`${place}: ${error.message}`);
  const isOfState = first.in.startsWith(ofState);
  throw new Error(`${place}.${isOfState ? `state: ${first.message.slice(ofState.length)}` : `account: ${first.message}`}${more}.`);
}

// What stands before the problems of the state that comes with an account.
const ofState = "state.";
