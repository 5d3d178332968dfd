import { type Chunks, chunksOf } from "./batches/chunks.ts";
import type { Call, Result } from "./call/call.ts";
import type { Connection } from "./connection.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import { type Pages, pagesOf } from "./pages/pages.ts";

/** The parameters of `Connection.call`. */
type Arguments<Parameters> = [operation: Operation, ids: readonly PathValue[], parameters: Parameters, options?: CallOptions];

export function callWithPages<Success extends Result, Item, Parameters>(
  connection: Connection,
  ...call: Arguments<Parameters | undefined>
): Call<Success> & Pages<Item, Parameters, Success> {
  return Object.assign(connection.call<Success>(...call), pagesOf<Item, Parameters, Success>(connection, ...call));
}

export function callWithChunks<Success extends Result, Input, Output>(
  connection: Connection,
  ...call: Arguments<unknown>
): Call<Success> & Chunks<Input, Output> {
  return Object.assign(connection.call<Success>(...call), chunksOf<Input, Output>(connection, ...call));
}

export function callWithPagesAndChunks<Success extends Result, Item, Parameters, Input, Output>(
  connection: Connection,
  ...call: Arguments<Parameters | undefined>
): Call<Success> & Pages<Item, Parameters, Success> & Chunks<Input, Output> {
  return Object.assign(callWithPages<Success, Item, Parameters>(connection, ...call), chunksOf<Input, Output>(connection, ...call));
}
