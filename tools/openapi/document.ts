/** The parts of an OpenAPI 3.1 document that the tools read. References (`#/components/…`) are not resolved. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Document {
  readonly openapi: string;
  readonly jsonSchemaDialect?: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly "x-content-hash"?: string;
  };
  readonly servers?: readonly ServerObject[];
  readonly security?: readonly SecurityRequirement[];
  readonly tags?: readonly { readonly name: string; readonly description?: string; readonly "x-displayName"?: string }[];
  readonly paths?: { readonly [path: string]: PathItem };
  /** Requests that the service sends, by name. */
  readonly webhooks?: { readonly [name: string]: PathItem };
  readonly components?: {
    readonly schemas?: { readonly [name: string]: Schema };
    readonly securitySchemes?: { readonly [name: string]: SecurityScheme | Reference };
    readonly [kind: string]: unknown;
  };
  readonly "x-sunset-interfaces"?: Json;
  readonly "x-versions"?: Json;
  readonly "x-data"?: Json;
}

export interface Reference {
  readonly $ref: string;
}

export interface ServerObject {
  readonly url: string;
  readonly variables?: { readonly [name: string]: { readonly default: string } };
}

/** One alternative: the caller must satisfy every scheme in it, with all of the scheme's scopes. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly flows?: { readonly [flow: string]: { readonly scopes?: { readonly [scope: string]: string } } };
}

export interface PathItem {
  readonly $ref?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly [method: string]: unknown;
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses?: { readonly [status: string]: ResponseObject | Reference };
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: Json;
  readonly callbacks?: Json;
  readonly "x-retry"?: Json;
  readonly "x-pagination"?: Json;
  readonly "x-batch"?: Json;
  readonly "x-idempotency-key"?: Json;
  readonly "x-sunset"?: Json;
  readonly "x-companion"?: Json;
}

export interface Example {
  readonly value?: Json;
}

export interface WithExamples {
  readonly examples?: { readonly [name: string]: Example | Reference };
}

export interface Parameter extends WithExamples {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly "x-sensitive"?: boolean;
}

export interface RequestBody {
  readonly required?: boolean;
  readonly description?: string;
  readonly content?: { readonly [mediaType: string]: MediaType };
}

export interface ResponseObject {
  readonly description?: string;
  readonly content?: { readonly [mediaType: string]: MediaType };
}

export interface MediaType extends WithExamples {
  readonly schema?: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  readonly default?: Json;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly deprecated?: boolean;
  readonly "x-known-values"?: readonly string[];
  readonly "x-names"?: string;
  readonly "x-sensitive"?: boolean;
}
