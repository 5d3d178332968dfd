import type { OpenApiDocument } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { HttpRequest } from "./httpRequest.ts";
import type { Serve } from "./visit.ts";

/** Operations, and what serves them. */
export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  /** How large a body may be: in bytes, and by how many values it has. */
  readonly limits: { readonly bytes: number; readonly values: number };
  /** Asked before the body is read. @throws Refusal when nothing is served to whoever asks */
  admit?(http: HttpRequest): void;
}
