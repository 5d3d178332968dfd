import type { Control, ControlledAccount } from "./control/client/control.ts";
import { checkOptions, mockRule } from "./http/options.ts";

/**
 * Creates the account that the documentation's examples use: account 4815162 with the access token `demo-access-token-4815162` and sample
 * data. Its clock is frozen at 2026-04-20T08:00:00Z, so the token does not expire unless you change the clock.
 * @throws TypeError when the argument is not a mock
 * @throws Rejection CONFLICT when the account already exists
 */
export async function addDemoAccount(mock: Pick<Control, "account">): Promise<ControlledAccount> {
  checkOptions("addDemoAccount", { mock }, { mock: mockRule("account") });
  const { demoAccount, demoState } = await import("./control/demo/demo.ts");
  return mock.account(demoAccount, demoState);
}
