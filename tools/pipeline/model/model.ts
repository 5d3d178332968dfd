import type { Json } from "../../openapi/document.ts";
import type { Extensions, Pagination, Retry, Sunset, SunsetInterface } from "../../openapi/extensions.ts";
import type { SchemaNode } from "./schema.ts";

/** The input of the emitters, with final names and schemas as typed trees. It does not depend on OpenAPI or a programming language. */
export interface Model {
  readonly title: string;
  readonly version: string;
  readonly contentHash: string;
  readonly serverUrl: string;
  readonly areas: readonly Area[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  readonly schemas: readonly NamedSchema[];
  readonly enums: readonly EnumFacts[];
  readonly scopes: readonly Scope[];
  readonly sunsetInterfaces: readonly SunsetInterface[];
  readonly data: readonly DataFacts[];
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly pointer: string;
  /** For example `meetings.batchRead › parameter archived`. */
  readonly place: string;
  readonly grade: string;
  readonly note: string;
}

export interface Area {
  /** The namespace in the client, which is a valid identifier and also the name of the module. */
  readonly name: string;
  readonly typeName: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly id: string;
  readonly area: string;
  /** May be a reserved word such as `delete`. */
  readonly name: string;
  readonly constant: string;
  readonly typeName: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly sunset: Sunset | undefined;
  readonly companion: boolean;
  readonly retry: Retry;
  readonly pagination: Pagination | undefined;
  readonly batch: Batch | undefined;
  /** For example `["message", "sendId"]`. */
  readonly idempotencyKey: readonly string[] | undefined;
  /** Parameters and body properties, at any depth, that contain a secret. An empty name means the whole body. */
  readonly sensitive: readonly string[];
  readonly authentication: "none" | "required";
  /** A token must have one of these scopes. */
  readonly scopes: readonly string[];
  readonly pathParameters: readonly PathParameter[];
  readonly queryParameters: readonly Parameter[];
  readonly headerParameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly results: readonly Result[];
  readonly failures: readonly Failure[];
  /** Whether errors have the body of RFC 6749, section 5.2. */
  readonly hasOAuthErrors: boolean;
  /** `undefined` if a required value has no example in the document. */
  readonly example: Example | undefined;
  readonly limits: readonly Limit[];
}

/** A request that the service sends. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly typeName: string;
  readonly method: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly companion: boolean;
  /** `undefined` for a request without a body. */
  readonly mediaType: string | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly sensitive: boolean;
  /** Whether the items of a list and the properties of an object are separate parameters in the query. */
  readonly explode: boolean;
}

/** A call passes the value as a positional argument. */
export interface PathParameter extends Parameter {
  readonly identifier: string;
}

/** How a call passes the body: as properties next to the other parameters, as the only parameter, or in the parameter `body`. */
export type BodyPlacement = "fields" | "whole" | "member";

export interface Body {
  readonly mediaType: string;
  readonly required: boolean;
  readonly placement: BodyPlacement;
  /** `undefined` if the document has no schema. */
  readonly schema: SchemaNode | undefined;
  readonly optionalFields: boolean;
}

export interface Failure {
  /** For example `404`. */
  readonly status: string;
  readonly description: string;
}

export interface Example {
  readonly ids: readonly Json[];
  readonly parameters: Json | undefined;
}

export interface Result {
  /** For example `200`. */
  readonly status: string;
  /** `undefined` for a response without a body. */
  readonly mediaType: string | undefined;
  readonly description: string;
  /** `undefined` if the document has no schema. */
  readonly schema: SchemaNode | undefined;
  /** Whether every value of the body is an object or a list. */
  readonly isStructure: boolean;
}

export interface Batch {
  /** JSON pointer into the body; empty when the body is the list. */
  readonly inputs: string;
  readonly size: number | undefined;
  readonly sizeWith: Extensions["x-batch"]["sizeWith"];
  readonly results: string | undefined;
  readonly match: Extensions["x-batch"]["match"];
}

export interface Limit {
  readonly pointer: string;
  readonly maxItems: number;
}

export interface NamedSchema {
  readonly name: string;
  readonly schema: SchemaNode;
}

export interface EnumFacts {
  readonly schema: string;
  readonly property: string;
  readonly values: readonly Json[];
}

export interface DataFacts {
  readonly name: string;
  readonly description: string;
  readonly value: Json;
}

export interface Scope {
  readonly name: string;
  readonly description: string;
}
