import { defineConfig } from "vitest/config";

const minutes = (count: number): number => count * 60_000;

export default defineConfig({
  // The packages are tested from their sources; what is published is tested from packed tarballs.
  ssr: { resolve: { conditions: ["@crm-platform/source", "node"] } },
  test: {
    // One Postgres and one set of packed packages for all tests; each is made when the first test asks for it.
    globalSetup: ["packages/mock/test/postgresSetup.ts", "tools/tests/packages/packedSetup.ts"],
    include: ["packages/*/test/**/*.test.ts", "tools/**/*.test.ts"],
    // Three also on a machine with two cores, where vitest alone would take one: most tests wait for a process of their own.
    maxWorkers: 3,
    // These only end what hangs: no test measures time, and a busy machine may take many times as long as an idle one.
    testTimeout: minutes(5),
    hookTimeout: minutes(5),
    expect: { poll: { timeout: minutes(4), interval: 20 } },
  },
});
