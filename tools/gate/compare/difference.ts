import type { Document, Json } from "../../openapi/document.ts";

export interface Documents {
  readonly before: Document;
  readonly after: Document;
}

export type Direction = "request" | "response";

/** A part of the document with a heading of its own in reports. */
export interface Subject {
  /** An operationId, the id of a webhook, the name of a component, or `document`. */
  readonly name: string;
  /** The ids of the operations that contain or use the subject, in the order of the new document. */
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
}

export interface Place {
  readonly subject: Subject;
  /** For example `response 200 header Location`; empty for the subject itself. */
  readonly part: string;
  /** The path of a field in the part, for example `inputs[].id`. */
  readonly field: string;
  readonly direction: Direction;
}

/** A difference between the documents, which no rule has judged yet. Without `before`, the node was added; without `after`, removed. */
export interface Difference {
  readonly place: Place;
  /** The kind of the node, followed by the changed member unless the whole node was added or removed, for example `schema enum`. */
  readonly topic: string;
  /** The name of the node, for example the status of a response. */
  readonly name: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export function at(place: Place, part: string): Place {
  return { ...place, part: [place.part, part].filter(Boolean).join(" ") };
}

export function inField(place: Place, step: string): Place {
  return { ...place, field: place.field + step };
}
