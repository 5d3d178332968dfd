import type { Result } from "./call.ts";
import type { Connection } from "./connection.ts";
import { ParseError } from "./errors.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import { type Fields, oneRequest, type PageRead, readPage } from "./pagination.ts";

/** One answer of a list that comes in pages. */
export interface Page<Item, Parameters, Data> {
  readonly items: readonly Item[];
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
  /** Page after page, each asked for when it is wanted. @throws ParseError when the service leads back to a page that was read */
  pages(): AsyncGenerator<Page<Item, Parameters, Success["data"]>, void, undefined>;
  /** Item after item: `for await (const item of …)`. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
  /** All items, or the first of them. */
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
  async function* pages(): AsyncGenerator<Page<Item, Parameters, Success["data"]>, void, undefined> {
    const cursors = new Set<string>();
    for (let wanted: Fields | undefined = { ...parameters }; wanted !== undefined; ) {
      const request = connection.call<Success>(operation, ids, oneRequest(operation, wanted), options);
      const { data, response, status } = await request.withResponse();
      const { items, next, cursor }: PageRead = readPage(operation, wanted, data);
      if (cursor !== undefined && cursors.has(cursor)) {
        const detail = "its next page is one that was read before";
        throw new ParseError({ operation, attempts: 1, secrets: [] }, status, detail, { status });
      }
      if (cursor !== undefined) cursors.add(cursor);
      yield { items: items as Item[], data, response, next: next as Parameters | undefined };
      wanted = next;
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* page.items;
  }

  return {
    pages,
    [Symbol.asyncIterator]: items,
    async toArray({ limit = Infinity } = {}) {
      const list: Item[] = [];
      if (!(limit > 0)) return list;
      for await (const item of items()) if (list.push(item) >= limit) break;
      return list;
    },
  };
}
