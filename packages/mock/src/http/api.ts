import type { BodyLimits } from "../contract/bodySize.ts";
import type { OpenApiDocument } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { Serve } from "./visit.ts";

/** Operations, and what serves them. */
export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  readonly limits: BodyLimits;
}
