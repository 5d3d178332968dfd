import type { Job } from "./pipeline/pipeline.ts";

/** The job of `npx pnpm generate`. */
export const repository: Job = {
  document: "spec/openapi.yaml",
  control: "spec/control/openapi.yaml",
  behaviors: "packages/mock/test/behavior",
  builtIn: "spec/properties/builtIn",
  configuration: "redocly.yaml",
  folders: { types: "packages/types/src/generated", client: "packages/client/src/generated", mock: "packages/mock/src/generated" },
};
