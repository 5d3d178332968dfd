import type { Batch, Operation, Pagination } from "../operation.ts";
import { at, listAt, withValueAt } from "../values.ts";
import { failedIds } from "./reconcile.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a page holds and what comes after it. */
export interface PageRead {
  readonly items: readonly unknown[];
  /** The parameters of the next page; `undefined` at the end. */
  readonly next?: unknown;
  /** What is never the same twice but in a circle: where the service said to go on, or the items of a page. */
  readonly cursor?: string | undefined;
}

/** Tells that an answer is not what the document says. */
export type Refuse = (detail: string) => never;

type Style<Name extends Pagination["style"]> = Extract<Pagination, { style: Name }>;

/** Reads a page in the shape that the document gives the pages of the operation; without pages, the answer is the only one. */
export function readPage({ pagination, batch }: Operation, parameters: unknown, data: unknown, refuse: Refuse): PageRead {
  if (!pagination) return { items: batch?.results === undefined ? [] : listIn(data, batch.results, refuse) };
  if (pagination.style === "offset") return readOffset(pagination, parameters as Fields, data, refuse);
  if (pagination.style === "chunks") return readChunks(pagination, parameters, data, refuse);
  return readInputs(pagination, batch, parameters, data, refuse);
}

/** The parameters that one request can take: those of a batch may have more inputs than that. */
export function oneRequest({ pagination, batch }: Operation, parameters: unknown): unknown {
  if (pagination?.style !== "input") return parameters;
  return withValueAt(parameters, pagination.inputs, listAt(parameters, pagination.inputs).slice(0, batch?.size));
}

/** One result for each input: those of its pages in one, which is the last of them with the items of all. */
export function joinPages({ of, items }: Style<"input">, results: readonly unknown[]): unknown[] {
  const whole = new Map<unknown, unknown>();
  for (const result of results) {
    const id = at(result, of);
    whole.set(id, withValueAt(result, items, [...listAt(whole.get(id), items), ...listAt(result, items)]));
  }
  return [...whole.values()];
}

function listIn(value: unknown, pointer: string, refuse: Refuse): readonly unknown[] {
  const list = at(value, pointer);
  return Array.isArray(list) ? list : refuse(`no list at ${pointer}`);
}

/**
 * Items in an envelope, until their total is reached. Pages may overlap, when the list changes while it is read; a page that comes again
 * means that the service ignores the offset.
 */
function readOffset({ offset, items, total }: Style<"offset">, parameters: Fields, data: unknown, refuse: Refuse): PageRead {
  const list = listIn(data, items, refuse);
  const all = at(data, total);
  if (typeof all !== "number") return refuse(`no number at ${total}`);
  if (list.length === 0) return { items: list };
  const end = Number(parameters[offset] ?? 0) + list.length;
  return { items: list, next: end >= all ? undefined : { ...parameters, [offset]: end }, cursor: JSON.stringify(list) };
}

/** A list of chunks; the last one knows whether there are more. */
function readChunks({ cursor, items, more, next }: Style<"chunks">, parameters: unknown, data: unknown, refuse: Refuse): PageRead {
  const chunks = listIn(data, "", refuse);
  const list = chunks.flatMap((chunk) => listIn(chunk, items, refuse));
  if (at(chunks.at(-1), more) !== true) return { items: list };
  const after = at(chunks.at(-1), next) ?? refuse(`no cursor at ${next}`);
  return { items: list, next: { ...Object(parameters), [cursor]: after }, cursor: String(after) };
}

/** Results of inputs, each with pages of its own: an input that has more is asked for again, before those not asked for yet. */
function readInputs(
  { inputs, id, cursor, results, of, items, next }: Style<"input">,
  { size, match }: Partial<Batch> = {},
  parameters: unknown,
  data: unknown,
  refuse: Refuse,
): PageRead {
  const given = listAt(parameters, inputs);
  const sent = given.slice(0, size);
  const list = listIn(data, results, refuse);
  const errors = listAt(data, "/errors");
  const failed = failedIds(errors, match?.errors);
  const cursors = new Map<unknown, unknown>();
  // A result that comes twice keeps its cursor.
  for (const result of list) cursors.set(at(result, of), at(result, next) ?? cursors.get(at(result, of)));
  const again = sent.flatMap((input) => {
    const value = cursors.get(at(input, id));
    return value == null ? [] : [withValueAt(input, cursor, value)];
  });
  // An id that was asked for is not asked for again: beside its own next page, nobody could tell whose cursor is whose.
  const asked = new Set(sent.map((input) => at(input, id)));
  // A next page that is neither in a result nor in an error, or that belongs to another input, would be lost silently.
  const isFailed = (input: unknown): boolean => (match?.errors ? failed.has(String(at(input, id))) : errors.length > 0);
  const isLost = (input: unknown): boolean => at(input, cursor) !== undefined && !cursors.has(at(input, id)) && !isFailed(input);
  const isStray = (result: unknown): boolean => at(result, next) != null && !asked.has(at(result, of));
  if (list.some(isStray) || sent.some(isLost)) refuse("a missing page");
  const rest = [...again, ...given.slice(size ?? Infinity).filter((input) => !asked.has(at(input, id)))];
  return {
    items: list.flatMap((result) => listIn(result, items, refuse).map((item) => withValueAt(result, items, item))),
    next: rest.length === 0 ? undefined : withValueAt(parameters, inputs, rest),
    cursor: again.length === 0 ? undefined : JSON.stringify(again),
  };
}
