import type { Json } from "../../../openapi/document.ts";
import type { Direction } from "../finding.ts";

/** Where two documents are compared: steps into the new one, and which way what is there travels. */
export interface Place {
  readonly steps: readonly string[];
  readonly direction: Direction;
}

/** One thing that differs between two documents whose names belong together. */
export interface Change extends Place {
  /** What it is of; `schema` when it is a keyword. */
  readonly of: "body" | "status" | "header" | "media type" | "field" | "alternative" | "schema";
  readonly kind: "added" | "removed" | "modified";
  /** Of something modified: which of its members. Of an alternative: the keyword that it stands under. */
  readonly member?: string;
  /** Missing where there was nothing. */
  readonly old?: Json | undefined;
  /** Missing where there is nothing any more. */
  readonly now?: Json | undefined;
}

/** The place one or more steps further. */
export function into({ steps, direction }: Place, ...more: readonly string[]): Place {
  return { steps: [...steps, ...more], direction };
}
