import type { StandardError } from "@crm-platform/types";
import type { Connection } from "../connection.ts";
import { AbortedError, ApiError, isCallError } from "../errors.ts";
import type { Batch, Operation, PathValue } from "../operation.ts";
import type { CallOptions } from "../options.ts";
import { listAt, valueAt, withValueAt } from "../values.ts";
import { type Page, untilDeadline, walk } from "./pages.ts";
import { joinPages } from "./pagination.ts";
import { unaccountedInputs } from "./reconcile.ts";

/** What a call of a batch has beside its promise. */
export interface Chunks<Input, Output> {
  /**
   * Sends the inputs in as many requests as the limit of the operation makes necessary. It resolves also when some of the
   * requests failed: what succeeded is never lost. Pages within results are read to their end. `deadlineMs` counts for all
   * requests together.
   * @throws TypeError when it takes several requests and the parameters have an idempotency key: it would be that of each
   */
  chunked(options?: ChunkOptions): Promise<BatchOutcome<Input, Output>>;
}

export interface ChunkOptions {
  /** How many inputs a request has. Default and most: the limit of the operation. */
  readonly size?: number;
  /** How many requests are under way at a time. Default: 4. */
  readonly concurrency?: number;
  /** Told after each request how many inputs are done, and how many of them failed with their request. What it throws is ignored. */
  readonly onProgress?: (progress: BatchProgress) => void;
}

export interface BatchProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** What became of every input. */
export interface BatchOutcome<Input, Output> {
  /** The results of all requests, in the order of the requests. */
  readonly results: readonly Output[];
  /** What the answers with status 207 say of inputs that did not succeed. */
  readonly errors: readonly StandardError[];
  /** The requests that failed as a whole, with their inputs. */
  readonly failures: readonly BatchFailure<Input>[];
  /**
   * The inputs whose requests succeeded, but that are in no result and in no error, in their order. Where the document does not
   * say how inputs correspond to results, these are the inputs of each response that says it is incomplete without listing errors.
   */
  readonly unaccounted: readonly Input[];
  /** Whether every input succeeded, and no response says that it is incomplete. */
  readonly complete: boolean;
}

export interface BatchFailure<Input> {
  /** The place of the first of the inputs in the whole batch. */
  readonly index: number;
  readonly inputs: readonly Input[];
  /**
   * Why: a CallError, or what the access token source threw. For inputs that were not sent any more, the error that ended the
   * batch.
   */
  readonly error: Error;
}

/** The chunks of an operation that has `batch`. */
export function chunksOf<Input, Output>(
  connection: Connection,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  call: CallOptions = {},
): Chunks<Input, Output> {
  const { inputs: pointer, size: limit = Infinity, results: resultsPointer, match } = operation.batch as Batch;
  const { body, idempotencyKey, pagination } = operation;

  return {
    async chunked({ size = limit, concurrency = 4, onProgress } = {}) {
      if (!(size >= 1 && concurrency >= 1)) throw new TypeError(`${operation.id}: size and concurrency: 1 or more.`);
      const inputs = listAt(parameters, pointer) as readonly Input[];
      const chunks = split(inputs, Math.floor(Math.min(size, limit, inputs.length || 1)));
      const sent = body?.placement === "member" ? Object(parameters)[body.member ?? "body"] : parameters;
      if (chunks.length > 1 && idempotencyKey && valueAt(sent, idempotencyKey.path) != null) {
        throw new TypeError(`${operation.id}: leave the idempotency key out.`);
      }
      const left = untilDeadline(connection, call);
      const answers: Done<Input, Output>[] = [];
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
          answers[chunk.index] = {
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
        // A listener that throws takes nothing from the batch, nor from the process.
        if (onProgress)
          Promise.resolve(progress)
            .then(onProgress)
            .catch(() => {});
      }

      await inTurn(chunks, concurrency, send);
      // Nothing is lost when nothing succeeded, and what cannot be sent is better told as it is.
      if (ended && answers.length === 0 && !isCallError(ended)) throw ended;
      const errors = answers.flatMap((answer) => answer.errors);
      const unaccounted = answers.flatMap((answer) => answer.unaccounted);
      return {
        results: answers.flatMap((answer) => answer.results),
        errors,
        failures: failures.sort((one, other) => one.index - other.index),
        unaccounted,
        complete: errors.length + failures.length + unaccounted.length === 0 && answers.every(({ isWhole }) => isWhole),
      };
    },
  };
}

interface Done<Input, Output> extends Pick<BatchOutcome<Input, Output>, "results" | "errors" | "unaccounted"> {
  /** Whether the responses say nothing to the contrary. */
  readonly isWhole: boolean;
}

/** Whether a response says that inputs failed or are not done yet without saying which, or contradicts itself. */
function isIncomplete({ data, errors, response }: Page<unknown, unknown, unknown>): boolean {
  const { status, numErrors, errors: list } = Object(data);
  const isDone = (status ?? "COMPLETE") === "COMPLETE" && Array.isArray(list ?? []) && Number(numErrors ?? 0) <= errors.length;
  return !isDone || (response.status === 207 && errors.length === 0);
}

interface Chunk<Input> {
  readonly index: number;
  readonly inputs: readonly Input[];
}

/** One chunk at least: what is to be said of a batch without inputs is the business of the service. */
function split<Input>(inputs: readonly Input[], size: number): Chunk<Input>[] {
  const count = Math.max(1, Math.ceil(inputs.length / size));
  return Array.from({ length: count }, (_, part) => ({ index: part * size, inputs: inputs.slice(part * size, (part + 1) * size) }));
}

/**
 * Whether the requests that are still to come would fail alike: the caller has ended them, may not make them today or at all,
 * or has no token.
 */
function isForAll(error: Error, operationId: string): boolean {
  // A call of another operation is that of whoever gives the token.
  if (!isCallError(error) || error instanceof AbortedError || error.operationId !== operationId) return true;
  return error instanceof ApiError && ([401, 403].includes(error.status) || error.policyName === "DAILY");
}

/** Works through a list, so many at a time, in its order. */
async function inTurn<Item>(items: readonly Item[], concurrency: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
