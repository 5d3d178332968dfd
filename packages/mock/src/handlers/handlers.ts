import type { operations } from "@crm-platform/types";
import type { HandlersOf } from "../platform/handler.ts";

/** Type of an area's handlers, for example `HandlersOfArea<"tickets">`. */
export type HandlersOfArea<Area extends string> = Pick<HandlersOf<operations>, Extract<keyof operations, `${Area}.${string}`>>;
