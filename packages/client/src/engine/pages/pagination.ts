import { failedIds, textOf } from "../batches/reconcile.ts";
import type { Batch, Operation, Pagination } from "../operation.ts";
import { at, listAt, withValueAt } from "../values.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface PageRead {
  readonly items: readonly unknown[];
  readonly next?: unknown;
  /** Identifies the page by its cursor or its items, so that loops are detected. */
  readonly cursor?: string | undefined;
  /** Set for the last page of the window if the list has more items. */
  readonly remainder?: Remainder | undefined;
}

/** Says that items cannot be read, and how to read them. */
export interface Remainder {
  readonly problem: string;
  readonly solution: string;
}

export type Fail = (detail: string) => never;

type Style<Name extends Pagination["style"]> = Extract<Pagination, { style: Name }>;

export function readPage({ pagination, batch }: Operation, parameters: unknown, data: unknown, fail: Fail): PageRead {
  if (!pagination) return { items: batch?.results === undefined ? [] : listIn(data, batch.results, fail) };
  if (pagination.style === "offset") return readOffset(pagination, parameters as Fields, data, fail);
  if (pagination.style === "chunks") return readChunks(pagination, parameters, data, fail);
  if (pagination.style === "cursor") return readCursor(pagination, parameters, data, fail);
  return readInputs(pagination, batch, parameters, data, fail);
}

/** Limits the inputs in the parameters to the maximum for one request. */
export function oneRequest({ pagination, batch }: Operation, parameters: unknown): unknown {
  if (pagination?.style !== "input") return parameters;
  return withValueAt(parameters, pagination.inputs, listAt(parameters, pagination.inputs).slice(0, batch?.size));
}

export function joinPages({ of, items }: Style<"input">, results: readonly unknown[]): unknown[] {
  const whole = new Map<unknown, unknown>();
  for (const result of results) {
    const id = at(result, of);
    whole.set(id, withValueAt(result, items, [...listAt(whole.get(id), items), ...listAt(result, items)]));
  }
  return [...whole.values()];
}

function listIn(value: unknown, pointer: string, fail: Fail): readonly unknown[] {
  const list = at(value, pointer);
  return Array.isArray(list) ? list : fail(`no array at ${pointer}`);
}

/** Reads a page by offset. Pages can overlap if the list changes; an identical page means that the service ignores the offset. */
function readOffset({ offset, items, total }: Style<"offset">, parameters: Fields, data: unknown, fail: Fail): PageRead {
  const list = listIn(data, items, fail);
  const all = at(data, total);
  if (typeof all !== "number") return fail(`no number at ${total}`);
  if (list.length === 0) return { items: list };
  const end = Number(parameters[offset] ?? 0) + list.length;
  return { items: list, next: end >= all ? undefined : { ...parameters, [offset]: end }, cursor: JSON.stringify(list) };
}

function readChunks({ cursor, items, more, next }: Style<"chunks">, parameters: unknown, data: unknown, fail: Fail): PageRead {
  const chunks = listIn(data, "", fail);
  const list = chunks.flatMap((chunk) => listIn(chunk, items, fail));
  if (at(chunks.at(-1), more) !== true) return { items: list };
  const after = at(chunks.at(-1), next) ?? fail(`no cursor at ${next}`);
  return { items: list, next: { ...Object(parameters), [cursor]: after }, cursor: String(after) };
}

/** Reads a page by cursor. The parameters contain the cursor, whether it is a query parameter or a field of the body. */
function readCursor({ cursor, items, next, window }: Style<"cursor">, parameters: unknown, data: unknown, fail: Fail): PageRead {
  const list = listIn(data, items, fail);
  const after = at(data, next);
  // Some services return a cursor at the end of the window, but reject it.
  const remainder = window && (after == null || Number(after) >= window.size) ? remainderOf(window, data) : undefined;
  if (remainder || after == null) return { items: list, remainder };
  return { items: list, next: { ...Object(parameters), [cursor.replace("/", "")]: after }, cursor: String(after) };
}

function remainderOf({ size, total, id }: NonNullable<Style<"cursor">["window"]>, data: unknown): Remainder | undefined {
  const count = Number(at(data, total));
  if (!(count > size)) return undefined;
  return {
    problem: `Only the first ${size.toLocaleString("en")} of ${count.toLocaleString("en")} results can be read`,
    solution: `to read the rest, sort by ${id}, and call again with a filter for values of ${id} greater than the last one`,
  };
}

/** Reads results that are themselves paginated. The remaining pages for earlier inputs are requested before new inputs. */
function readInputs(
  { inputs, id, cursor, results, of, items, next }: Style<"input">,
  { size, match }: Partial<Batch> = {},
  parameters: unknown,
  data: unknown,
  fail: Fail,
): PageRead {
  const all = listAt(parameters, inputs);
  const sent = all.slice(0, size);
  const list = listIn(data, results, fail);
  const errors = listAt(data, "/errors");
  const failed = failedIds(
    errors,
    match?.errors,
    sent.map((input) => textOf(at(input, id))),
  );
  const cursors = new Map<unknown, unknown>();
  for (const result of list) cursors.set(at(result, of), at(result, next) ?? cursors.get(at(result, of)));
  const again = sent.flatMap((input) => {
    const value = cursors.get(at(input, id));
    return value == null ? [] : [withValueAt(input, cursor, value)];
  });
  // Duplicate inputs are skipped, because their cursors would be ambiguous.
  const requested = new Set(sent.map((input) => at(input, id)));
  // Items would be lost silently if a requested page is in neither the results nor the errors, or if a cursor is for another input.
  const isFailed = (input: unknown): boolean => (match?.errors ? failed.has(textOf(at(input, id))) : errors.length > 0);
  const isLost = (input: unknown): boolean => at(input, cursor) !== undefined && !cursors.has(at(input, id)) && !isFailed(input);
  const isStray = (result: unknown): boolean => at(result, next) != null && !requested.has(at(result, of));
  if (list.some(isStray) || sent.some(isLost)) fail("missing page");
  const rest = [...again, ...all.slice(size ?? Infinity).filter((input) => !requested.has(at(input, id)))];
  return {
    items: list.flatMap((result) => listIn(result, items, fail).map((item) => withValueAt(result, items, item))),
    next: rest.length === 0 ? undefined : withValueAt(parameters, inputs, rest),
    cursor: again.length === 0 ? undefined : JSON.stringify(again),
  };
}
