import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { Rejection } from "../contract/errors/rejection.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { AccountInput, AccountState } from "../generated/control/schemas.ts";
import { jsonProblem } from "../http/jsonProblem.ts";
import type { Mock } from "../mock.ts";

export interface Seed {
  readonly place: string;
  readonly account: AccountInput;
  readonly state: AccountState;
}

/** @param demo whether the demo account is created; if so, no seed can use its id */
export async function readSeeds(files: readonly string[], demo: boolean): Promise<Seed[]> {
  const seeds = (await Promise.all(files.map(readFileOfSeeds))).flat();
  rejectTwice([...(demo ? await demoSeeds() : []), ...seeds]);
  return seeds;
}

async function demoSeeds(): Promise<Seed[]> {
  const { demoAccount, demoState } = await import("../control/demo/demo.ts");
  return [{ place: "The demo account", account: demoAccount, state: demoState }];
}

/** Without this check, the second account would be skipped as if it already existed. */
function rejectTwice(seeds: readonly Seed[]): void {
  const places = new Map<unknown, string>();
  for (const { place, account } of seeds) {
    const first = places.get(account.accountId);
    if (first !== undefined) throw new Error(`${place}.account: accountId is already used. ${first} has the same id.`);
    places.set(account.accountId, place);
  }
}

const example = '{"accounts": [{"account": {"accountId": 77, "accessToken": "known-77"}, "state": {}}]}';

async function readFileOfSeeds(file: string): Promise<Seed[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The seed file ${file} cannot be read (${error.code}).`);
  });
  const content = parseJson(file, text);
  if (!isObject(content) || !Array.isArray(content["accounts"]) || !content["accounts"].every(isObject)) {
    throw new Error(`The seed file ${file} must contain a list of accounts, such as ${example}.`);
  }
  return content["accounts"].map(({ account = {}, state = {}, ...others }, index) => {
    const place = `The seed file ${file}, accounts[${index}]`;
    const [other] = Object.keys(others);
    if (other !== undefined) throw new Error(`${place} has an unknown field "${other}". Valid fields: account, state.`);
    for (const [field, reason] of Object.entries(reasons)) {
      if (!isObject(account) || account[field] === undefined) throw new Error(`${place}.account: ${field} is required, because ${reason}.`);
    }
    // The control API validates each account and its state when it creates the account.
    return { place, account: account as AccountInput, state: state as AccountState };
  });
}

/** The reasons why a seed file must contain these fields, although the control API can generate them. */
const reasons = {
  accountId: "otherwise every start would create another account in the same database",
  accessToken: "a generated token would not be shown anywhere",
};

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The seed file ${file} is not JSON: ${jsonProblem(text)}.`);
  }
}

/** Skips accounts that already exist. */
export async function seedAll(mock: Mock, seeds: readonly Seed[], signal: AbortSignal): Promise<void> {
  for (const { place, account, state } of seeds) {
    // Yields to the event loop so that signals are handled, because SQLite never yields.
    await setImmediate();
    if (signal.aborted) return;
    await mock.account(account, state).catch((error: unknown) => {
      // Another process has created the account together with its state.
      if (!(error instanceof Rejection) || error.category !== "CONFLICT") rethrow(place, error);
    });
  }
}

function rethrow(place: string, error: unknown): never {
  if (!(error instanceof Rejection)) throw error;
  const [first, ...others] = error.problems;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  if (!first) throw new Error(`${place}: ${error.message}`);
  const isOfState = first.in.startsWith(ofState);
  throw new Error(`${place}.${isOfState ? `state: ${first.message.slice(ofState.length)}` : `account: ${first.message}`}${more}.`);
}

const ofState = "state.";
