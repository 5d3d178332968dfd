import type { operations } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import type { Handler, HandlersOf, OperationShape, RequestOf, ResultOf } from "../platform/handler.ts";

/** The type of an area's handlers, for example `HandlersOfArea<"tickets">`. */
export type HandlersOfArea<Area extends string> = Pick<HandlersOf<operations>, Extract<keyof operations, `${Area}.${string}`>>;

/** The type of a handler's function, for example `Run<"tickets.archive">`. */
export type Run<Id extends keyof operations> = (request: RequestOf<operations[Id]>, context: Context) => Promise<ResultOf<operations[Id]>>;

/** Like `Run`, but the first argument is the result of `access`; see `handlersWith`. */
export type RunWith<Access, Id extends keyof operations> = (
  accessed: Access,
  request: RequestOf<operations[Id]>,
  context: Context,
) => Promise<ResultOf<operations[Id]>>;

type Kind = "reads" | "readsTogether" | "readsIfPossible" | "writes";

/**
 * Returns a function that creates handlers. Each handler first resolves the object types in the path.
 * @param access resolves the object types and checks the scopes for reading or writing
 */
export function handlersWith<Path, Access>(access: (path: Path, action: "read" | "write", context: Context) => Access | Promise<Access>) {
  return <Operation extends OperationShape>(
    kind: Kind,
    run: (accessed: Access, request: RequestOf<Operation>, context: Context) => Promise<ResultOf<Operation>>,
  ): Handler<Operation> => ({
    kind,
    run: async (request, context) =>
      run(await access(request.path as Path, kind === "writes" ? "write" : "read", context), request, context),
  });
}
