import { defineConfig } from "vitest/config";

export default defineConfig({
  // The packages are tested from their sources; what is published is tested from packed tarballs.
  ssr: { resolve: { conditions: ["@crm-platform/source", "node"] } },
  test: {
    // One Postgres for the tests that want one; it starts when the first of them asks.
    globalSetup: ["packages/mock/test/postgresSetup.ts"],
    include: ["packages/*/test/**/*.test.ts", "tools/**/*.test.ts"],
    // Two also on a machine with two cores, where vitest alone would take one: most tests wait for a process of their own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
