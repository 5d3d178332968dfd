/** A Vitest fixture: a mock for each test file, and an account of its own for each test. */
import { test as plainTest, type TestAPI } from "vitest";
import { Refusal } from "./contract/errors/refusal.ts";
import type { ControlledAccount } from "./control/control.ts";
import { createMock, type Mock } from "./mock.ts";
import type { MockOptions } from "./options.ts";

export interface MockFixtures {
  /** The mock, shared by the tests of a file. */
  readonly mock: Mock;
  /** An account that no other test has, with an app that has every scope. */
  readonly account: ControlledAccount;
}

/**
 * Makes a `test` function with a mock in it. Tests that ask for `account` may run at the same time: nothing of one account
 * is visible to another. An account ends with its test, and the mock with the tests of the file. Call this at the top level of a
 * file.
 * @param options of the mock
 */
export function createTest(options: MockOptions = {}): TestAPI<MockFixtures> {
  return plainTest.extend<MockFixtures>({
    mock: [
      // Vitest reads the names of fixtures from the first parameter, so it has to be a pattern.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use) => {
        const mock = await createMock(options);
        await use(mock);
        await mock.close();
      },
      { scope: "file" },
    ],
    account: async ({ mock }, use) => {
      const account = await mock.account();
      await use(account);
      await account.delete().catch(unlessGone);
    },
  });
}

/** A test may have ended its account itself, or all of them. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.category === "OBJECT_NOT_FOUND")) throw error;
}

/** `test` with a mock that has the default options. */
export const test: TestAPI<MockFixtures> = createTest();
