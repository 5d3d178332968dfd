import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const minutes = (count: number): number => count * 60_000;

/** Starts the slowest files first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  static readonly #longest = [
    "release/rehearsal",
    "pages/pages",
    "commands/contributing",
    "commands/dev",
    "behavior",
    "model/model",
    "packedMock",
    "tests/version",
    "webhooks/killed",
    "contract/oracle",
    "packages/packages",
    "lostResponses",
    "server/cli",
    "load/load",
    "load/webhooks",
    "pages/reference",
    "contract/contract",
    "hungPostgres",
    "torture",
    "compilers",
    "commands/network",
    "clientTypes",
    "fuzz",
    "reference/samples",
  ];

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LongestFirst.#longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return index < 0 ? LongestFirst.#longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  // Tests load the packages from their source files. Other tests check the published files in packed tarballs.
  ssr: { resolve: { conditions: ["@crm-platform/source", "node"] } },
  test: {
    // One Postgres and one set of packed packages for all tests, created when the first test requests them.
    globalSetup: ["packages/mock/test/store/postgresSetup.ts", "tools/tests/packages/packedSetup.ts"],
    include: ["packages/*/test/**/*.test.ts", "tools/**/*.test.ts", "examples/*/*.test.ts"],
    // Tests in the same worker share loaded modules. Loading the packages for each file took a third of the time.
    isolate: false,
    // V8 ignores hints to compile functions before their first call, because tests call few of the functions that they load, and it
    // collects garbage without background threads, because the workers already use all cores.
    execArgv: ["--max-lazy", "--single-threaded-gc"],
    // Removes the stubs of a failed test before the next test.
    restoreMocks: true,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // By default vitest would use one worker on two cores, but many tests wait for child processes. More workers than three take longer,
    // because each of them loads the packages.
    maxWorkers: 3,
    // The timeouts only end tests that hang. A busy machine may take many times as long as an idle machine.
    testTimeout: minutes(5),
    hookTimeout: minutes(5),
    expect: { poll: { timeout: minutes(4), interval: 20 } },
  },
});
