import type { Link } from "../../store/store.ts";

// behaviour.md, 5.
const pageSize = 100;

/** So many links of each type are enough for a page: one more tells whether it goes on, and one may be of the page before. */
export const enoughForPage: number = pageSize + 2;

const cursorPattern = /^(\d+)(?:-(\d+))?$/;

export function isCursor(text: string): boolean {
  return cursorPattern.test(text);
}

/** The id after which the links of a page are found, some that may be of the page before included. */
export function startOf(cursor: string | undefined): number {
  const [, toId = "0", typeId] = cursorPattern.exec(cursor ?? "0") ?? [];
  // No record has a greater id.
  return Math.min(typeId === undefined ? Number(toId) : Number(toId) - 1, Number.MAX_SAFE_INTEGER);
}

/**
 * The links of one page, and the cursor of the next one if there is more. A cursor is the id of the last record of a page; where
 * that record goes on in the next page by another type, the type's id follows.
 * @param links of one record from the start of the cursor on, in the order of `toId` and `typeId`
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
