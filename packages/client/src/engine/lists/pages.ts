import type { StandardError } from "@crm-platform/types";
import type { Result } from "../call/call.ts";
import type { Connection } from "../connection.ts";
import { ParseError } from "../errors.ts";
import type { Operation, PathValue } from "../operation.ts";
import type { CallOptions } from "../options.ts";
import { listAt } from "../values.ts";
import { oneRequest, readPage } from "./pagination.ts";

/** One answer of a list that comes in pages. */
export interface Page<Item, Parameters, Data> {
  readonly items: readonly Item[];
  /** What an answer with status 207 says of inputs that did not succeed; items alone do not show them. */
  readonly errors: readonly StandardError[];
  /** The body as it came. */
  readonly data: Data;
  readonly response: Response;
  /**
   * The parameters of the next page; `undefined` when this is the last. They are JSON: keep them, and call the operation with
   * them to go on from here another time.
   */
  readonly next: Parameters | undefined;
}

/** What a call has beside its promise when its answer is one page of many. Each begins anew, with the page of the call. */
export interface Pages<Item, Parameters, Success extends Result> {
  /**
   * Page after page, each asked for when it is wanted. `deadlineMs` counts for each page.
   * @throws ParseError when the pages make no progress: a cursor or a page of an offset comes back, or 100 pages in a row have no items but a next page;
   * and when a page has no list of items
   */
  pages(): AsyncGenerator<Page<Item, Parameters, Success["data"]>, void, undefined>;
  /** Item after item: `for await (const item of …)`. `deadlineMs` counts for each page. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
  /** All items, or the first of them. `deadlineMs` counts for all pages together. */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>;
}

/** The pages of an operation that has `pagination`. */
export function pagesOf<Item, Parameters, Success extends Result>(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: Parameters | undefined,
  options?: CallOptions,
): Pages<Item, Parameters, Success> {
  type OnePage = Page<Item, Parameters, Success["data"]>;
  const pages = (wanted = () => options) =>
    walk(connection, operation, ids, parameters, wanted) as AsyncGenerator<OnePage, void, undefined>;

  async function* items(wanted?: () => CallOptions): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages(wanted)) yield* page.items;
  }

  return {
    pages: () => pages(),
    [Symbol.asyncIterator]: () => items(),
    async toArray({ limit = Infinity } = {}) {
      const list: Item[] = [];
      if (!(limit > 0)) return list;
      for await (const item of items(untilDeadline(connection, options))) if (list.push(item) >= limit) break;
      return list;
    },
  };
}

/** The options of each request of many that have one deadline, which begins now. */
export function untilDeadline(connection: Connection, options: CallOptions = {}): () => CallOptions & { readonly deadlineMs: number } {
  const end = performance.now() + (options.deadlineMs ?? connection.deadlineMs);
  return () => ({ ...options, deadlineMs: Math.max(0, end - performance.now()) });
}

/** Maximum number of pages in a row that have a next page and no items. A service that filters its pages may send a few. */
const maxEmptyPages = 100;

/** Asks for page after page. */
export async function* walk(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  options: () => CallOptions | undefined,
): AsyncGenerator<Page<unknown, unknown, unknown>, void, undefined> {
  const wasRead = circleGuard();
  let emptyPages = 0;
  for (let wanted = parameters ?? {}; wanted !== undefined; ) {
    const { data, response, status } = await connection.call(operation, ids, oneRequest(operation, wanted), options()).withResponse();
    const refuse = (detail: string): never => {
      throw new ParseError({ operation, attempts: 1, secrets: [] }, status, detail, { status });
    };
    // Without a body only where the document has none for this status; an empty one elsewhere has failed before.
    const { items, next, cursor } = data === undefined ? { items: [] } : readPage(operation, wanted, data, refuse);
    if (cursor !== undefined && wasRead(cursor)) refuse("its pages lead in a circle");
    emptyPages = cursor !== undefined && items.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages >= maxEmptyPages) refuse(`${maxEmptyPages} pages in a row without items`);
    yield { items, errors: listAt(data, "/errors") as StandardError[], data, response, next };
    wanted = next as object;
  }
}

/**
 * Tells whether a cursor came before, and keeps no more of them however many there are: the last few, and one that moves to
 * each power of two, so that no circle is too large to be found (Brent).
 */
function circleGuard(): (cursor: string) => boolean {
  const last: string[] = [];
  let kept: string | undefined;
  let count = 0;
  return (cursor) => {
    if (cursor === kept || last.includes(cursor)) return true;
    if (last.push(cursor) > 16) last.shift();
    if ((count & ++count) === 0) kept = cursor;
    return false;
  };
}
