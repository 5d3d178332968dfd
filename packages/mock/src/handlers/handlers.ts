import type { operations } from "@crm-platform/types";
import type { Context, OpenContext } from "../platform/context.ts";
import type { Handler, HandlersOf, OperationShape, RequestOf, ResultOf } from "../platform/handler.ts";
import { emissionBy, emitting } from "./webhooks/emit.ts";

export type HandlersOfArea<Area extends string> = Pick<HandlersOf<operations>, Extract<keyof operations, `${Area}.${string}`>>;

/** The type of a handler's function, for example `Run<"tickets.archive">`. */
export type Run<Id extends keyof operations> = (request: RequestOf<operations[Id]>, context: Context) => Promise<ResultOf<operations[Id]>>;

/** Like `Run`, but the first argument is the result of `access`; see `handlersWith`. */
export type RunWith<Access, Id extends keyof operations> = (
  target: Access,
  request: RequestOf<operations[Id]>,
  context: Context,
) => Promise<ResultOf<operations[Id]>>;

/** Emits webhooks for the changes that a handler makes. */
export function withEmission<Table extends Readonly<Record<string, { readonly kind: string }>>>(table: Table): Table {
  const entries = Object.entries(table).map(([id, handler]) => [
    id,
    handler.kind === "writes" ? emittingHandler(handler as Writes) : handler,
  ]);
  return Object.fromEntries(entries);
}

interface Writes {
  readonly kind: "writes";
  run(request: unknown, context: Context): Promise<unknown>;
}

function emittingHandler(handler: Writes): Writes {
  return {
    kind: "writes",
    run: (request, context) => emitting(context.store, emissionBy(context), () => handler.run(request, context)),
  };
}

type Kind = "reads" | "readsTogether" | "writes";

type CreateHandler = <Operation extends OperationShape>(
  run: (request: RequestOf<Operation>, context: Context) => Promise<ResultOf<Operation>>,
) => Handler<Operation>;

export const reads: CreateHandler = (run) => ({ kind: "reads", run });
export const readsTogether: CreateHandler = (run) => ({ kind: "readsTogether", run });
export const writes: CreateHandler = (run) => ({ kind: "writes", run });

export function open<Operation extends OperationShape>(
  run: (request: RequestOf<Operation>, context: OpenContext) => Promise<ResultOf<Operation>>,
): Handler<Operation> {
  return { kind: "open", run };
}

/**
 * Returns a function that creates handlers. Each handler first checks its path.
 * @param access returns what the path identifies, such as object types, and rejects a caller that must not read or write it
 */
export function handlersWith<Path, Access>(access: (path: Path, action: "read" | "write", context: Context) => Access | Promise<Access>) {
  return <Operation extends OperationShape>(
    kind: Kind,
    run: (target: Access, request: RequestOf<Operation>, context: Context) => Promise<ResultOf<Operation>>,
  ): Handler<Operation> => ({
    kind,
    run: async (request, context) =>
      run(await access(request.path as Path, kind === "writes" ? "write" : "read", context), request, context),
  });
}
