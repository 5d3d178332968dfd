import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { BodyLimits } from "../contract/request/bodySize.ts";
import type { Serve } from "./serve.ts";

/** Operations, and what serves them. */
export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  readonly limits: BodyLimits;
}
