import { invalidRequest } from "../../contract/errors/refusal.ts";
import type { Installation, InstallationInput } from "../../generated/control/schemas.ts";
import { timeOn } from "../../platform/clock.ts";
import type { Store } from "../../store/store.ts";
import { profileOf } from "./accounts.ts";
import { install, installProblems } from "./install.ts";

interface Circumstances {
  /** The machine's time in milliseconds since the epoch. */
  readonly wall: number;
  /** Whether scopes that the document does not have are refused. */
  readonly strict: boolean;
}

/**
 * Installs one more app in an account, by the user who installed the first.
 * @throws Refusal for a scope that strict refuses, a redirect URI that runs a script, or when there is no such account
 */
export async function installApp(
  store: Store,
  accountId: number,
  input: InstallationInput,
  { wall, strict }: Circumstances,
): Promise<Installation> {
  const problems = installProblems(input, strict);
  if (problems.length > 0) throw invalidRequest(problems);
  const { name, ...wanted } = input;
  const shared = await store.clock();
  return store.transaction(accountId, async (account) => {
    const { userId } = await profileOf(account);
    const now = timeOn((await account.clock()) ?? shared, wall);
    return install(account, { ...wanted, app: name === undefined ? {} : { name } }, { idSeed: store.idSeed, userId, now });
  });
}
