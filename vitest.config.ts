import { defineConfig } from "vitest/config";

export default defineConfig({
  // The packages are tested from their sources; what is published is tested from packed tarballs.
  ssr: { resolve: { conditions: ["@crm-platform/source", "module", "node", "import", "default"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "tools/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
