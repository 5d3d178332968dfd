import type { StandardError } from "@crm-platform/types";
import type { Connection } from "../connection.ts";
import { AbortedError, ApiError, isCallError } from "../errors.ts";
import { checkNumbers } from "../numbers.ts";
import type { Batch, Operation, PathValue } from "../operation.ts";
import type { CallOptions } from "../options.ts";
import { type Page, untilDeadline, walk } from "../pages/pages.ts";
import { joinPages } from "../pages/pagination.ts";
import { listAt, valueAt, withValueAt } from "../values.ts";
import { unaccountedInputs } from "./reconcile.ts";

/** The additional method of a batch call. */
export interface Chunks<Input, Output> {
  /**
   * Splits the inputs into requests of the maximum size and merges the responses. Use this method when a batch may exceed the operation's
   * limit. The call resolves even if requests fail, so that successful results are not lost: check `complete`. If results are themselves
   * paginated, all of their pages are read. `deadlineMs` applies to all requests together.
   *
   * @throws TypeError if several requests are needed and the parameters contain an idempotency key, or if an option is less than 1
   * @example
   * const { results, failures, complete } = await client.meetings.batchRead(parameters).chunked({ concurrency: 2 });
   */
  chunked(options?: ChunkOptions): Promise<BatchOutcome<Input, Output>>;
}

export interface ChunkOptions {
  /** Number of inputs per request, up to the operation's limit. @default the operation's limit */
  readonly size?: number;
  /** Number of concurrent requests. @default 4 */
  readonly concurrency?: number;
  /** Called after each request. Errors it throws are ignored. */
  readonly onProgress?: (progress: BatchProgress) => void;
}

export interface BatchProgress {
  /** Number of inputs whose request has finished. */
  readonly done: number;
  /** Number of inputs whose request failed. */
  readonly failed: number;
  /** Total number of inputs. */
  readonly total: number;
}

export interface BatchOutcome<Input, Output> {
  /** The results of all requests, in the order of the requests. */
  readonly results: readonly Output[];
  /** The errors in responses with status 207. */
  readonly errors: readonly StandardError[];
  /** The requests that failed as a whole, with their inputs. */
  readonly failures: readonly BatchFailure<Input>[];
  /**
   * The inputs that appear in neither the results nor the errors, although their requests succeeded. If the operation's results cannot be
   * matched to inputs, a request whose response is incomplete but lists no errors adds all of its inputs.
   */
  readonly unaccounted: readonly Input[];
  /** Whether every input succeeded. */
  readonly complete: boolean;
}

export interface BatchFailure<Input> {
  /** Index of `inputs[0]` in the whole batch. */
  readonly index: number;
  readonly inputs: readonly Input[];
  /** A CallError, or the error that the access token source threw. For inputs that were not sent, the error that ended the batch. */
  readonly error: Error;
}

export function chunksOf<Input, Output>(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  call: CallOptions = {},
): Chunks<Input, Output> {
  const { inputs: pointer, size: usualLimit = Infinity, sizeWith, results: resultsPointer, match } = operation.batch as Batch;
  const limit = sizeWith && listAt(parameters, sizeWith.list).length > 0 ? sizeWith.size : usualLimit;
  const { body, idempotencyKey, pagination } = operation;

  return {
    async chunked({ size = limit, concurrency = 4, onProgress } = {}) {
      checkNumbers({ size: Math.floor(size), concurrency: Math.floor(concurrency) }, { size: 1, concurrency: 1 });
      const inputs = listAt(parameters, pointer) as readonly Input[];
      const chunks = split(inputs, Math.floor(Math.min(size, limit, inputs.length || 1)));
      const sent = body?.placement === "member" ? Object(parameters).body : parameters;
      if (chunks.length > 1 && idempotencyKey && valueAt(sent, idempotencyKey.path) != null) {
        throw new TypeError(`${operation.id}: an idempotency key is allowed only if all inputs fit into one request`);
      }
      const left = untilDeadline(connection, call);
      const outcomes: Done<Input, Output>[] = [];
      const failures: BatchFailure<Input>[] = [];
      let ended: Error | undefined;
      let done = 0;
      let failed = 0;

      async function send(chunk: Chunk<Input>): Promise<void> {
        try {
          if (ended) throw ended;
          const part = pointer === "" ? chunk.inputs : withValueAt(parameters, pointer, chunk.inputs);
          const pages: Page<unknown, unknown, unknown>[] = [];
          for await (const page of walk(connection, operation, ids, part, left)) pages.push(page);
          const results = resultsPointer === undefined ? [] : pages.flatMap(({ data }) => listAt(data, resultsPointer));
          const errors = pages.flatMap((page) => page.errors);
          const isWhole = !pages.some(isIncomplete);
          outcomes[chunk.index] = {
            results: (pages.length > 1 && pagination?.style === "input" ? joinPages(pagination, results) : results) as Output[],
            errors,
            unaccounted: match ? unaccountedInputs(match, parameters, chunk.inputs, results, errors) : isWhole ? [] : chunk.inputs,
            isWhole,
          };
        } catch (reason) {
          const error = reason as Error;
          if (isForAll(error, operation.id) || left().deadlineMs < 2) ended ??= error;
          failures.push({ ...chunk, error });
          failed += chunk.inputs.length;
        }
        done += chunk.inputs.length;
        const progress = { done, failed, total: inputs.length };
        // An error thrown by `onProgress` must not fail the batch or the process.
        if (onProgress)
          Promise.resolve(progress)
            .then(onProgress)
            .catch(() => {});
      }

      await inTurn(chunks, concurrency, send);
      // If there are no results to keep, errors for invalid arguments and errors from the token source are thrown unchanged.
      if (ended && outcomes.length === 0 && !isCallError(ended)) throw ended;
      const errors = outcomes.flatMap((outcome) => outcome.errors);
      const unaccounted = outcomes.flatMap((outcome) => outcome.unaccounted);
      return {
        results: outcomes.flatMap((outcome) => outcome.results),
        errors,
        failures: failures.sort((one, other) => one.index - other.index),
        unaccounted,
        complete: errors.length + failures.length + unaccounted.length === 0 && outcomes.every(({ isWhole }) => isWhole),
      };
    },
  };
}

interface Done<Input, Output> extends Pick<BatchOutcome<Input, Output>, "results" | "errors" | "unaccounted"> {
  readonly isWhole: boolean;
}

/** Whether a response reports failed or pending inputs without naming them, or contradicts itself. */
function isIncomplete({ data, errors, response }: Page<unknown, unknown, unknown>): boolean {
  const { status, numErrors, errors: list } = Object(data);
  const isDone = (status ?? "COMPLETE") === "COMPLETE" && Array.isArray(list ?? []) && Number(numErrors ?? 0) <= errors.length;
  return !isDone || (response.status === 207 && errors.length === 0);
}

interface Chunk<Input> {
  readonly index: number;
  readonly inputs: readonly Input[];
}

/** Returns at least one chunk, so that an empty batch is also sent to the service. */
function split<Input>(inputs: readonly Input[], size: number): Chunk<Input>[] {
  const count = Math.max(1, Math.ceil(inputs.length / size));
  return Array.from({ length: count }, (_, part) => ({ index: part * size, inputs: inputs.slice(part * size, (part + 1) * size) }));
}

/** Whether the remaining requests would fail with the same error. */
function isForAll(error: Error, operationId: string): boolean {
  // An error from another operation comes from the access token source, and so does a timeout before the first request.
  if (!isCallError(error) || error instanceof AbortedError || error.operationId !== operationId || error.attempts === 0) return true;
  return error instanceof ApiError && ([401, 403].includes(error.status) || error.policyName === "DAILY");
}

async function inTurn<Item>(items: readonly Item[], concurrency: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
