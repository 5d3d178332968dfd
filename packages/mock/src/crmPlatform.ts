import { createRequire } from "node:module";
import type { OpenApiDocument } from "./contract/openapi/document.ts";

const require = createRequire(import.meta.url);

/** Loads the document on first use, because loading it takes a sixth of the mock's startup time. */
export function crmPlatform(): OpenApiDocument {
  return require("@crm-platform/types/openapi.json");
}
