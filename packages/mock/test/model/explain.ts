import { inspect } from "node:util";
import { Bindings, fits } from "./bindings.ts";
import type { Command } from "./commands.ts";
import { apply, shown } from "./model.ts";
import { observedState } from "./observe.ts";
import type { AccountModel, Made, State } from "./state.ts";

export interface Happened {
  readonly command: Command;
  readonly chosen: Made | undefined;
  readonly observed: unknown;
}

interface Explained {
  readonly account: AccountModel;
  readonly bindings: Bindings;
}

interface Circumstances {
  readonly states: readonly State[];
  /** Absent if no snapshot was taken after the commands. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** @throws Error when the model cannot produce the observed responses and final state in any order of the commands */
export function explain(account: AccountModel, bindings: Bindings, happened: readonly Happened[], circumstances: Circumstances): Explained {
  const explained = ordered({ account, bindings }, happened, circumstances);
  if (explained) return explained;
  const { states, body } = circumstances;
  const after = structuredClone(account);
  const expected = happened.map(({ command, chosen }) => apply(after, command, chosen, states));
  const facts = {
    account: account.accountId,
    happened: happened.map(({ command, observed }, index) => ({ command, observed, expectedInThisOrder: expected[index] })),
    ...(body && { seenInTheEnd: observedState(body), expectedInTheEnd: shown(after.state) }),
  };
  throw new Error(`No order of the commands explains the responses:\n${inspect(facts, { depth: 8, breakLength: 140 })}`);
}

function ordered(before: Explained, left: readonly Happened[], { states, body }: Circumstances): Explained | undefined {
  if (left.length === 0) {
    const { account } = before;
    const bindings = new Bindings(before.bindings);
    return body === undefined || fits(shown(account.state), observedState(body), bindings) ? { account, bindings } : undefined;
  }
  for (const one of left) {
    const { command, chosen, observed } = one;
    const account = structuredClone(before.account);
    const bindings = new Bindings(before.bindings);
    if (!fits(apply(account, command, chosen, states), observed, bindings)) continue;
    const rest = left.filter((other) => other !== one);
    const found = ordered({ account, bindings }, rest, { states, body });
    if (found) return found;
  }
  return undefined;
}
