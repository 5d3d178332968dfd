import { test as plainTest, type TestAPI } from "vitest";
import { Rejection } from "./contract/errors/rejection.ts";
import type { ControlledAccount } from "./control/client/control.ts";
import type { AccountInput, AccountState } from "./generated/control/schemas.ts";
import { createMock, type Mock } from "./mock.ts";
import type { MockOptions } from "./options.ts";

export interface MockFixtures {
  /** The mock, which all tests of the file share. */
  readonly mock: Mock;
  /** An account for this test. Unless the test has other input, its app has every scope. */
  readonly account: ControlledAccount;
}

/**
 * Creates a `test` function with a mock. Tests with an `account` may run concurrently, because accounts are isolated from each other. The
 * account is deleted after its test, and the mock is closed after the last test of the file. Call this at the top level of a file.
 * @param options the mock's options
 * @param input the profile of each test's account, for example its scopes and redirect URIs
 * @param state the initial state of each test's account
 * @example const test = createTest({}, { scopes: ["tickets"], redirectUris: ["https://app.example/callback"] });
 */
export function createTest(options: MockOptions = {}, input: AccountInput = {}, state: AccountState = {}): TestAPI<MockFixtures> {
  return plainTest.extend<MockFixtures>({
    mock: [
      // Vitest reads fixture names from the first parameter, which must be a destructuring pattern.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use) => {
        const mock = await createMock(options);
        await use(mock);
        await mock.close();
      },
      { scope: "file" },
    ],
    account: async ({ mock }, use) => {
      const account = await mock.account(input, state);
      await use(account);
      await account.delete().catch(unlessGone);
    },
  });
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Rejection && error.category === "OBJECT_NOT_FOUND")) throw error;
}

/** A `test` function whose mock has the default options. */
export const test: TestAPI<MockFixtures> = createTest();
