import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const minutes = (count: number): number => count * 60_000;

/** Starts the files that take longest first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  static readonly #longest = ["release/rehearsal", "commands/dev", "behaviour", "model/model", "pages/pages", "cliStart", "torture"];

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LongestFirst.#longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return index < 0 ? LongestFirst.#longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  // The packages are tested from their sources; what is published is tested from packed tarballs.
  ssr: { resolve: { conditions: ["@crm-platform/source", "node"] } },
  test: {
    // One Postgres and one set of packed packages for all tests; each is made when the first test asks for it.
    globalSetup: ["packages/mock/test/postgresSetup.ts", "tools/tests/packages/packedSetup.ts"],
    include: ["packages/*/test/**/*.test.ts", "tools/**/*.test.ts"],
    // Workers keep the modules that they have loaded. Loading the packages for each file took a third of the time.
    isolate: false,
    // A test that fails leaves nothing replaced for the files that follow.
    restoreMocks: true,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // Three also on a machine with two cores, where vitest alone would take one: most tests wait for a process of their own.
    maxWorkers: 3,
    // These only end what hangs: no test measures time, and a busy machine may take many times as long as an idle one.
    testTimeout: minutes(5),
    hookTimeout: minutes(5),
    expect: { poll: { timeout: minutes(4), interval: 20 } },
  },
});
