import type { OpenApiDocument } from "./contract/openapi/document.ts";
import { document } from "./generated/document.ts";

export const crmPlatform: OpenApiDocument = document as unknown as OpenApiDocument;
