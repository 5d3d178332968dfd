import type { Json } from "../../openapi/document.ts";
import type { Extensions, Pagination, Retry, Sunset, SunsetInterface } from "../../openapi/extensions.ts";
import type { Problem } from "../../problems.ts";
import type { SchemaNode } from "./schema.ts";

/**
 * What the emitters know. It is built once from the bundle: names are decided in it, schemas are nodes of one kind each, and nothing of
 * OpenAPI or of a programming language is left.
 */
export interface Model {
  readonly title: string;
  readonly version: string;
  readonly contentHash: string;
  /** The address of the first server, its variables filled in with their defaults. */
  readonly serverUrl: string;
  readonly areas: readonly Area[];
  /** Every operation, in the order of the document. */
  readonly operations: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  readonly enums: readonly EnumFacts[];
  readonly scopes: readonly Scope[];
  readonly sunsetInterfaces: readonly SunsetInterface[];
  readonly data: readonly DataFacts[];
  readonly evidence: readonly Evidence[];
  /** Why extensions count as absent that are well-formed and lead nowhere. */
  readonly ignored: readonly Problem[];
}

/** One `x-evidence` mark and the place it stands at. */
export interface Evidence {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The same place in words that a reader of the reference knows, for example `meetings.batchRead › parameter archived`. */
  readonly place: string;
  readonly grade: string;
  readonly note: string;
}

export interface Area {
  /** Identifier: namespace of the client, name of its module. */
  readonly name: string;
  /** The interface of its operations, for example `MeetingsOperations`. */
  readonly typeName: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  /** The operationId, as it stands in the document, or made from method and path. */
  readonly id: string;
  readonly area: string;
  /** The name within its area; may be a reserved word such as `delete`. */
  readonly name: string;
  /** Area and name in one identifier, for example `meetingsBatchRead`. */
  readonly constant: string;
  /** The same in PascalCase: `MeetingsBatchReadParams`, `MeetingsBatchReadResult`. */
  readonly typeName: string;
  /** In upper case. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly sunset: Sunset | undefined;
  readonly retry: Retry;
  readonly pagination: Pagination | undefined;
  readonly batch: Batch | undefined;
  /** The names that lead to the key in the body by which the service tells a repeat, for example `["message", "sendId"]`. */
  readonly idempotencyKey: readonly string[] | undefined;
  /**
   * The names of the parameters and of the properties, at any depth of the body, that hold a secret. An empty name stands for a body
   * that is a secret as a whole.
   */
  readonly sensitive: readonly string[];
  /** Whether an access token can be sent, or has to be. */
  readonly authentication: "none" | "optional" | "required";
  /** How the access token is sent, when not as a bearer token. */
  readonly credential: Credential | undefined;
  /** Scopes of which any one will do. */
  readonly scopes: readonly string[];
  readonly pathParameters: readonly PathParameter[];
  readonly queryParameters: readonly Parameter[];
  readonly headerParameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly results: readonly Result[];
  readonly failures: readonly Failure[];
  /** `undefined` where the document has no example of what a call needs. */
  readonly example: Example | undefined;
  readonly limits: readonly Limit[];
}

/** A way to send credentials other than a bearer token. */
export type Credential =
  | { readonly scheme: "basic" }
  | { readonly scheme: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string };

export interface Parameter {
  /** The name on the wire. */
  readonly name: string;
  /** The name in a call: the same, unless a query and a header parameter share it. */
  readonly member: string;
  readonly required: boolean;
  readonly description: string;
  readonly sensitive: boolean;
  /** `undefined` where the document says nothing of its values. */
  readonly schema: SchemaNode | undefined;
  /** Whether the caller writes it as text: a list or an object in the path, an object in a header. */
  readonly isText: boolean;
  readonly isNullable: boolean;
  /** How a list is written: `form` and true unless the document says otherwise. */
  readonly style: string;
  readonly explode: boolean;
}

/** A parameter in the path; a function takes it by position. */
export interface PathParameter extends Parameter {
  /** Its name as a parameter of a function. */
  readonly identifier: string;
}

/**
 * How a body reaches the caller: `fields` – its properties stand among the parameters; `whole` – the one parameter is the
 * body; `member` – it is the parameter `body`.
 */
export type BodyPlacement = "fields" | "whole" | "member";

export interface Body {
  readonly mediaType: string;
  readonly required: boolean;
  readonly placement: BodyPlacement;
  /** The name of the parameter that holds it, when `placement` is `member`. */
  readonly member: string;
  /** The fields of a form that have a style of their own. */
  readonly styles: readonly FieldStyle[];
  /** `undefined` where the document says nothing of it, or where the caller gives the bytes. */
  readonly schema: SchemaNode | undefined;
  /** Whether a value with no fields at all may be left out. */
  readonly optionalFields: boolean;
}

/** How a field of a form is written: as a query parameter of the same style is. */
export interface FieldStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** A failure that has a status of its own; what else can happen goes without saying. */
export interface Failure {
  /** For example `404`, or `4XX` for a range. */
  readonly status: string;
  readonly description: string;
}

/** A call as the examples of the document have it. */
export interface Example {
  /** The values in the path, in its order. */
  readonly ids: readonly Json[];
  /** As the call takes them; `undefined` when it has none. */
  readonly parameters: Json | undefined;
}

/** A success. Failures are thrown, and all look alike. */
export interface Result {
  /** For example `200`, or `2XX` for a range. */
  readonly status: string;
  /** The media type that is read; `undefined` for an answer without a body. */
  readonly mediaType: string | undefined;
  readonly description: string;
  /** `undefined` where the body is not JSON, or the document says nothing of it. */
  readonly schema: SchemaNode | undefined;
  /** Whether the body is an object or a list for certain, and no text, number or null. */
  readonly isStructure: boolean;
}

/** A body with a list of inputs that may be sent in parts. */
export interface Batch {
  /** JSON pointer into the body; empty when the body is the list. */
  readonly inputs: string;
  /** The limit of that list, when one is known. */
  readonly size: number | undefined;
  /** JSON pointer into every answer that has a body; `undefined` when there are no results. */
  readonly results: string | undefined;
  /** How inputs correspond to results and errors, when the document says so. */
  readonly match: Extensions["x-batch"]["match"];
}

/** The most items that a list of the request body may have. */
export interface Limit {
  /** JSON pointer into the body. */
  readonly pointer: string;
  readonly maxItems: number;
}

export interface NamedSchema {
  /** The name in the document. */
  readonly key: string;
  /** The name of the exported type. */
  readonly name: string;
  readonly schema: SchemaNode;
}

export interface EnumFacts {
  /** The schema it belongs to, by the name of its exported type. */
  readonly schema: string;
  readonly property: string;
  readonly values: readonly Json[];
}

/** One entry of `x-data`. */
export interface DataFacts {
  /** The constant it is exported as. */
  readonly name: string;
  readonly description: string;
  readonly value: Json;
}

export interface Scope {
  readonly name: string;
  readonly description: string;
}
