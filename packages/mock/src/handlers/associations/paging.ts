import type { Link } from "../../store/store.ts";

// behaviour.md, 5.
const pageSize = 100;

/** One more than a page, to see whether another page follows, and one that may belong to the previous page. */
export const enoughForPage: number = pageSize + 2;

const cursorPattern = /^(\d+)(?:-(\d+))?$/;

export function isCursor(text: string): boolean {
  return cursorPattern.test(text);
}

/** The id after which to read the links of a page. May include links of the previous page. */
export function startOf(cursor: string | undefined): number {
  const [, toId = "0", typeId] = cursorPattern.exec(cursor ?? "0") ?? [];
  // The largest possible record id.
  return Math.min(typeId === undefined ? Number(toId) : Number(toId) - 1, Number.MAX_SAFE_INTEGER);
}

/**
 * The links of a page, and the cursor of the next page. A cursor is the id of the last record of a page, followed by an association type id
 * if the record's types continue on the next page.
 * @param links of one record from the cursor on, ordered by `toId` and `typeId`
 * @param after a cursor; absent for the first page
 */
export function pageOf(links: readonly Link[], after: string | undefined): { page: readonly Link[]; next: string | undefined } {
  const [, toId = "0", typeId = "Infinity"] = cursorPattern.exec(after ?? "0") ?? [];
  const start = links.findIndex((link) => Number(link.toId) > Number(toId) || (link.toId === toId && link.typeId > Number(typeId)));
  if (start === -1) return { page: [], next: undefined };
  const page = links.slice(start, start + pageSize);
  const last = page.at(-1);
  const following = links[start + pageSize];
  if (!last || !following) return { page, next: undefined };
  return { page, next: last.toId === following.toId ? `${last.toId}-${last.typeId}` : last.toId };
}
