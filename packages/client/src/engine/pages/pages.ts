import type { StandardError } from "@crm-platform/types";
import type { Result } from "../call/call.ts";
import type { Connection } from "../connection.ts";
import { ParseError, WindowError } from "../errors.ts";
import { checkNumbers } from "../numbers.ts";
import type { Operation, PathValue } from "../operation.ts";
import type { CallOptions } from "../options.ts";
import { listAt } from "../values.ts";
import { oneRequest, readPage } from "./pagination.ts";

/** One page of a list. */
export interface Page<Item, Parameters, Data> {
  readonly items: readonly Item[];
  /** The errors in a response with status 207. */
  readonly errors: readonly StandardError[];
  /** The response body. */
  readonly data: Data;
  readonly response: Response;
  /**
   * The parameters of the next page, or `undefined` for the last one. They are plain JSON: store them and call the operation with
   * them to continue later.
   */
  readonly next: Parameters | undefined;
}

/** The additional methods of a paginated call. Each starts with the page that the call requests. */
export interface Pages<Item, Parameters, Success extends Result> {
  /**
   * Iterates over pages and requests each page when it is needed. Use this method to store the position, or to read the errors in a 207.
   * `deadlineMs` applies to each page.
   *
   * @throws ParseError if a page has no list of items, or if pagination makes no progress: a cursor or page repeats, or 100 consecutive
   * pages have no items; WindowError after the last page that the service returns if the list has more items
   * @example
   * for await (const { items, next } of client.domainsV1.list().pages()) save(items, next);
   */
  pages(): AsyncGenerator<Page<Item, Parameters, Success["data"]>, void, undefined>;
  /**
   * Iterates over the items of all pages. `deadlineMs` applies to each page.
   *
   * @throws ParseError and WindowError as `pages()` does
   * @example
   * for await (const { domain } of client.domainsV1.list()) console.log(domain);
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
  /**
   * Returns all items, or at most `limit` of them. `deadlineMs` applies to all pages together.
   *
   * @throws ParseError as `pages()` does; WindowError if the service does not return all items, unless `limit` is reached; TypeError if
   * `limit` is not a whole number of at least 0
   * @example
   * const domains = await client.domainsV1.list().toArray({ limit: 500 });
   */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>;
}

export function pagesOf<Item, Parameters, Success extends Result>(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: Parameters | undefined,
  options?: CallOptions,
): Pages<Item, Parameters, Success> {
  type OnePage = Page<Item, Parameters, Success["data"]>;
  const pages = (callOptions = () => options) =>
    walk(connection, operation, ids, parameters, callOptions) as AsyncGenerator<OnePage, void, undefined>;

  async function* items(callOptions?: () => CallOptions): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages(callOptions)) yield* page.items;
  }

  return {
    pages: () => pages(),
    [Symbol.asyncIterator]: () => items(),
    async toArray({ limit = Infinity } = {}) {
      checkNumbers({ limit }, { limit: 0 });
      const list: Item[] = [];
      if (limit === 0) return list;
      for await (const item of items(untilDeadline(connection, options))) if (list.push(item) >= limit) break;
      return list;
    },
  };
}

/** Sets a deadline that several requests share. Returns a function that computes the options for the next request. */
export function untilDeadline(connection: Connection, options: CallOptions = {}): () => CallOptions & { readonly deadlineMs: number } {
  const end = performance.now() + (options.deadlineMs ?? connection.deadlineMs);
  return () => ({ ...options, deadlineMs: Math.max(0, end - performance.now()) });
}

/** Maximum number of consecutive empty pages. A service that filters pages may return a few empty ones. */
const maxEmptyPages = 100;

export async function* walk(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  options: () => CallOptions | undefined,
): AsyncGenerator<Page<unknown, unknown, unknown>, void, undefined> {
  const wasRead = cycleDetector();
  let emptyPages = 0;
  for (let request = parameters ?? {}; request !== undefined; ) {
    const { data, response, status } = await connection.call(operation, ids, oneRequest(operation, request), options()).withResponse();
    const attempted = { operation, attempts: 1, secrets: [] };
    const fail = (detail: string): never => {
      throw new ParseError(attempted, status, detail);
    };
    // The body can be missing only if the document declares none for this status.
    const { items, next, cursor, remainder } = data === undefined ? { items: [] } : readPage(operation, request, data, fail);
    if (cursor !== undefined && wasRead(cursor)) fail("repeated page");
    emptyPages = cursor !== undefined && items.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages >= maxEmptyPages) fail(`${maxEmptyPages} consecutive pages without items`);
    yield { items, errors: listAt(data, "/errors") as StandardError[], data, response, next };
    if (remainder) throw new WindowError(attempted, remainder.problem, remainder.solution, { status });
    request = next as object;
  }
}

/** Detects repeated cursors in constant memory: keeps the last few cursors and uses Brent's algorithm to detect cycles of any length. */
function cycleDetector(): (cursor: string) => boolean {
  const last: string[] = [];
  let landmark: string | undefined;
  let count = 0;
  return (cursor) => {
    if (cursor === landmark || last.includes(cursor)) return true;
    if (last.push(cursor) > 16) last.shift();
    if ((count & ++count) === 0) landmark = cursor;
    return false;
  };
}
