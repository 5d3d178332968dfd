import { inspect, isDeepStrictEqual } from "node:util";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../behavior/platform.ts";
import { changeAssociations, createLabel, deleteLabel } from "./associations.ts";
import { type Command, type Moment, type View, views } from "./commands.ts";
import { readsOf } from "./reads.ts";
import { recordStep } from "./records.ts";
import { firstSeed, idsOf, type State, type Step, stateOf } from "./state.ts";

interface Account {
  readonly real: TestAccount;
  state: State;
}

interface Snapshot {
  readonly body: unknown;
  readonly state: State;
}

interface Call {
  readonly step: Step;
  readonly response: TestResponse;
}

/** Runs commands on two accounts with the same ids, and compares every response, snapshot and read with the model. */
export async function live(platform: Platform, moments: readonly Moment[]): Promise<void> {
  const accounts: Account[] = [];
  const snapshots: Snapshot[] = [];
  for (let count = 0; count < 2; count += 1) {
    const real = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    await real.seed(firstSeed);
    const body = await real.snapshot();
    accounts.push({ real, state: stateOf(body) });
    snapshots.push({ body, state: stateOf(body) });
  }
  for (const moment of moments) {
    if ("look" in moment) await look(accounts[moment.at] as Account, moment.look);
    else await send(accounts, moment, snapshots);
  }
  for (const account of accounts) for (const view of views) await look(account, view);
  for (const { real } of accounts) await platform.control("DELETE", `/accounts/${real.accountId}`);
}

async function look({ real, state }: Account, view: View): Promise<void> {
  for (const { request, outcome, expect } of readsOf(view, state)) {
    const response = await real.call(request);
    const [actual, expected] = [response.status < 500 ? outcome(response) : response.status, expect(state, response)];
    if (!isDeepStrictEqual(actual, expected)) fail({ view, request, actual, expected });
  }
}

/** Sends commands concurrently. In some order, the model must explain all responses and the state after them. */
async function send(accounts: readonly Account[], commands: readonly Command[], snapshots: Snapshot[]): Promise<void> {
  const recent = [...snapshots];
  const calls = await Promise.all(
    commands.map(async (command) => {
      const account = accounts[command.at] as Account;
      const step = stepOf(command, account, recent);
      return { account, step, response: await account.real.call(step.request) };
    }),
  );
  for (const account of accounts) {
    const own = calls.filter((call) => call.account === account);
    if (own.length === 0) continue;
    const body = await account.real.snapshot();
    account.state = explained(account.state, own, stateOf(body));
    snapshots.push({ body, state: account.state });
  }
}

function stepOf(command: Command, { real, state }: Account, snapshots: readonly Snapshot[]): Step {
  const control = `/__mock/v1/accounts/${real.accountId}`;
  const newest = idsOf(state, "contacts").at(-1);
  const concrete: Command = JSON.parse(JSON.stringify(command).replaceAll('"newest"', `"${newest}"`));
  switch (concrete.type) {
    case "associate":
    case "dissociate":
      return changeAssociations(concrete, state);
    case "createLabel":
      return createLabel();
    case "deleteLabel":
      return deleteLabel(state);
    case "restoreSnapshot": {
      const snapshot = snapshots.at(-1 - (concrete.age % snapshots.length)) as Snapshot;
      return {
        request: { method: "PUT", path: `${control}/snapshot`, body: snapshot.body },
        outcome: ({ status }) => status,
        expect: (model) => {
          Object.assign(model, structuredClone(snapshot.state));
          return 204;
        },
      };
    }
    default:
      return recordStep(concrete, control);
  }
}

/** @throws Error when no order of the calls leads to the responses and the state */
function explained(before: State, calls: readonly Call[], after: State): State {
  const state = firstOrder(before, calls, after);
  if (state) return state;
  const model = structuredClone(before);
  const inOrder = calls.map(({ step: { request, outcome, expect }, response }) => {
    return { request, actual: outcome(response), expectedInThisOrder: expect(model, response) };
  });
  return fail({ before, calls: inOrder, actual: after, expectedInThisOrder: model });
}

function firstOrder(before: State, calls: readonly Call[], after: State): State | undefined {
  if (calls.length === 0) return isDeepStrictEqual(before, after) ? before : undefined;
  for (const call of calls) {
    const state = structuredClone(before);
    if (!isDeepStrictEqual(call.step.expect(state, call.response), call.step.outcome(call.response))) continue;
    const rest = calls.filter((other) => other !== call);
    const last = firstOrder(state, rest, after);
    if (last) return last;
  }
  return undefined;
}

function fail(facts: object): never {
  throw new Error(`The model does not explain the platform:\n${inspect(facts, { depth: 8, breakLength: 140 })}`);
}
