import type { Operation, Pagination } from "./operation.ts";
import { at, listAt } from "./values.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What a page holds and what comes after it. */
export interface PageRead {
  readonly items: readonly unknown[];
  /** The parameters of the next page; `undefined` at the end. */
  readonly next: Fields | undefined;
  /** Where the service said to go on, as text. It says the same twice only when it leads in a circle. */
  readonly cursor: string | undefined;
}

type Style<Name extends Pagination["style"]> = Extract<Pagination, { style: Name }>;

/** Reads a page in the shape that the document gives the pages of the operation. */
export function readPage({ pagination, batch }: Operation, parameters: Fields, data: unknown): PageRead {
  if (pagination?.style === "offset") return readOffset(pagination, parameters, data);
  if (pagination?.style === "chunks") return readChunks(pagination, parameters, data);
  return readInputs(pagination as Style<"input">, batch?.size, parameters, data);
}

/** The parameters that one request can take: those of a batch may have more inputs than that. */
export function oneRequest({ pagination, batch }: Operation, parameters: Fields): Fields {
  if (pagination?.style !== "input") return parameters;
  return { ...parameters, [pagination.inputs.slice(1)]: listAt(parameters, pagination.inputs).slice(0, batch?.size) };
}

/** Items in an envelope, until their total is reached. An offset only grows, so it cannot lead in a circle. */
function readOffset({ offset, items, total }: Style<"offset">, parameters: Fields, data: unknown): PageRead {
  const list = listAt(data, items);
  const end = Number(parameters[offset] ?? 0) + list.length;
  const isLast = list.length === 0 || end >= Number(at(data, total));
  return { items: list, next: isLast ? undefined : { ...parameters, [offset]: end }, cursor: undefined };
}

/** A list of chunks; the last one knows whether there are more. */
function readChunks({ cursor, items, more, next }: Style<"chunks">, parameters: Fields, data: unknown): PageRead {
  const chunks = listAt(data, "");
  const list = chunks.flatMap((chunk) => listAt(chunk, items));
  if (at(chunks.at(-1), more) !== true) return { items: list, next: undefined, cursor: undefined };
  const after = at(chunks.at(-1), next);
  return { items: list, next: { ...parameters, [cursor]: after }, cursor: String(after) };
}

/** Results of inputs, each with pages of its own: an input that has more is asked for again, before those not asked for yet. */
function readInputs(pagination: Style<"input">, size: number | undefined, parameters: Fields, data: unknown): PageRead {
  const { inputs, id, cursor, results, of, items, next } = pagination;
  const given = listAt(parameters, inputs);
  const list = listAt(data, results);
  const cursors = new Map(list.map((result) => [at(result, of), at(result, next)]));
  const again = given.slice(0, size).flatMap((input) => {
    const value = cursors.get(at(input, id));
    return value === undefined ? [] : [{ ...Object(input), [cursor.slice(1)]: value }];
  });
  // An id that was asked for is not asked for again: beside its own next page, nobody could tell whose cursor is whose.
  const asked = new Set(given.slice(0, size).map((input) => at(input, id)));
  const rest = [...again, ...given.slice(size ?? Infinity).filter((input) => !asked.has(at(input, id)))];
  return {
    items: list.flatMap((result) => listAt(result, items).map((item) => ({ ...Object(result), [items.slice(1)]: item }))),
    next: rest.length === 0 ? undefined : { ...parameters, [inputs.slice(1)]: rest },
    cursor: again.length === 0 ? undefined : JSON.stringify(again),
  };
}
