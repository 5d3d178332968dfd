import type { operations } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import type { HandlersOf, RequestOf, ResultOf } from "../platform/handler.ts";

/** For example `HandlersOfArea<"tickets">`. */
export type HandlersOfArea<Area extends string> = Pick<HandlersOf<operations>, Extract<keyof operations, `${Area}.${string}`>>;

/** For example `Run<"tickets.archive">`. */
export type Run<Id extends keyof operations> = (request: RequestOf<operations[Id]>, context: Context) => Promise<ResultOf<operations[Id]>>;
