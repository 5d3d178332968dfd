import type { Control, ControlledAccount } from "./control/control.ts";

/**
 * Makes the account that all examples of the documentation tell of, 4815162, with its access token
 * `story-access-token-4815162` and its data. Its clock stands still at 2026-04-20T08:00:00Z, so the token does not expire
 * until the clock is moved.
 * @throws Refusal CONFLICT when the mock has that account already
 */
export async function addDemoAccount(mock: Pick<Control, "account">): Promise<ControlledAccount> {
  // Loaded with its first use: it reads the examples of the whole document.
  const { demoAccount, demoState } = await import("./control/demo/demo.ts");
  return mock.account(demoAccount, demoState);
}
