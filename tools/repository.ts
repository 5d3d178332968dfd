import { packageSpecifiers } from "./pipeline/emit/files.ts";
import type { Job } from "./pipeline/pipeline.ts";

/** What `npx pnpm generate` does without options: our spec into our packages. */
export const repository: Job & { readonly control: string } = {
  document: "spec/openapi.yaml",
  control: "spec/control/openapi.yaml",
  behaviours: "spec",
  configuration: "redocly.yaml",
  folders: { types: "packages/types/src/generated", client: "packages/client/src/generated", mock: "packages/mock/src/generated" },
  specifiers: packageSpecifiers,
  command: "npx pnpm generate",
};
