/** An operation as data: all that the engine needs to run it. Generated code is made of these. */
export interface Operation {
  /** The operationId. */
  readonly id: string;
  readonly method: string;
  /** The path template, for example `/cos-domains/v1/domains/{domainId}`. */
  readonly path: string;
  /** Whether it may be sent again when nobody knows if it took effect. */
  readonly retry: "safe" | "never" | "on-rate-limit";
  /** Whether it takes an access token. */
  readonly authenticated: boolean;
  /** The names in the path template, in the order of the template. */
  readonly pathParameters?: readonly string[];
  readonly query?: readonly QueryParameter[];
  readonly headers?: readonly NamedParameter[];
  readonly body?: RequestBody;
}

/** A parameter that a call has by name. */
export interface NamedParameter {
  /** The name on the wire. */
  readonly name: string;
  /** The name in a call, where it is another one. */
  readonly member?: string;
}

/** A query parameter and how a list or an object is written in it, in the words of OpenAPI. */
export interface QueryParameter extends NamedParameter {
  /** `form` unless given. */
  readonly style?: string;
  /** True for `form`, false otherwise, unless given. */
  readonly explode?: boolean;
}

export interface RequestBody {
  readonly mediaType: string;
  /**
   * Where a call has the body: `fields` – its properties stand among the parameters; `whole` – the one parameter is the body;
   * `member` – it is the parameter `body`.
   */
  readonly placement: "fields" | "whole" | "member";
  /** The name of that parameter, where it is another one. */
  readonly member?: string;
}

/** The value of a path parameter. */
export type PathValue = string | number | boolean;
