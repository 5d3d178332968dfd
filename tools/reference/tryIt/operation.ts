/** What the form "Try it" knows about an operation. It is in the header of the operation's page. */
export interface TryItOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
  /** Whether the reader must confirm the request, because it deletes or replaces data. */
  readonly isDestructive: boolean;
  readonly parameters: readonly TryItParameter[];
  readonly body: TryItBody | undefined;
  /** The first one is shown first. There is always one. */
  readonly examples: readonly TryItExample[];
}

export interface TryItParameter {
  readonly name: string;
  readonly place: "path" | "query" | "header";
  /** The schema's type. An object is entered as JSON, and an array as texts with commas between them. */
  readonly type: string;
  readonly required: boolean;
  /** Whether the items of an array and the properties of an object are separate parameters. */
  readonly explode: boolean;
  /** The only values. Empty if there are others. */
  readonly values: readonly string[];
  readonly suggestions: readonly string[];
  readonly example: string;
}

export interface TryItBody {
  readonly mediaType: string;
  /** How a call of the client passes the body. */
  readonly placement: "fields" | "whole" | "member";
}

export interface TryItExample {
  readonly label: string;
  /** Texts in the order of the parameters. Empty for parameters without a value. */
  readonly values: readonly string[];
  readonly body: string;
}
