import { packageSpecifiers } from "./pipeline/emit/files.ts";
import type { Job } from "./pipeline/pipeline.ts";

/** The default job of `npx pnpm generate`. */
export const repository: Job & { readonly control: string } = {
  document: "spec/openapi.yaml",
  control: "spec/control/openapi.yaml",
  behaviors: "spec",
  configuration: "redocly.yaml",
  folders: { types: "packages/types/src/generated", client: "packages/client/src/generated", mock: "packages/mock/src/generated" },
  specifiers: packageSpecifiers,
  command: "npx pnpm generate",
};
