import type { Context, OpenContext } from "./context.ts";

export interface OperationShape {
  parameters: { query?: unknown; path?: unknown; header?: unknown };
  requestBody?: { content: unknown };
  responses: unknown;
}

type MediaType = "application/json" | "application/x-www-form-urlencoded";
type BodyOf<Content> = Content extends Partial<Record<MediaType, unknown>> ? Content[keyof Content & MediaType] : undefined;

export interface RequestOf<Operation extends OperationShape> {
  readonly path: Operation["parameters"]["path"] extends object ? Operation["parameters"]["path"] : Record<never, never>;
  readonly query: NonNullable<Operation["parameters"]["query"]> extends object
    ? NonNullable<Operation["parameters"]["query"]>
    : Record<never, never>;
  readonly body: Operation["requestBody"] extends { content: infer Content } ? BodyOf<Content> : undefined;
}

type Success = 200 | 201 | 202 | 204 | 207;
type SuccessesOf<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends { content: infer Content }
    ? { readonly status: Status; readonly body: BodyOf<Content>; readonly headers?: Readonly<Record<string, string>> }
    : { readonly status: Status; readonly headers?: Readonly<Record<string, string>> };
}[keyof Responses & Success];

export type ResultOf<Operation extends OperationShape> = SuccessesOf<Operation["responses"]>;

/**
 * - `reads` must not write. A search adds pending changes to the search index in transactions of its own.
 * - `readsTogether` must not write. All of its reads see the same state of the account.
 * - `writes` holds the account's lock.
 * - `open` requires no access token and looks up the account itself.
 */
export type Handler<Operation extends OperationShape> =
  | {
      readonly kind: "reads" | "readsTogether" | "writes";
      readonly run: (request: RequestOf<Operation>, context: Context) => Promise<ResultOf<Operation>>;
    }
  | { readonly kind: "open"; readonly run: (request: RequestOf<Operation>, context: OpenContext) => Promise<ResultOf<Operation>> };

export type HandlersOf<Operations extends object> = {
  readonly [Id in keyof Operations]: Operations[Id] extends OperationShape ? Handler<Operations[Id]> : never;
};
