import type { Link } from "../../store/associations/associationStore.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";

// Responses of a similar API have pages of this size.
const pageSize = 100;

/** The size of a page, plus one link to detect whether another page follows, and one that may belong to the previous page. */
export const enoughForPage: number = pageSize + 2;

export const recordCursor: RegExp = /^\d+$/;
export const typeCursor: RegExp = /^(\d+)(?:-(\d+))?$/;

/** @param cursors keyed by their fields */
export function rejectInvalidCursors(cursors: Readonly<Record<string, string | undefined>>, pattern: RegExp): void {
  const invalid = Object.entries(cursors).filter(([, cursor]) => cursor !== undefined && !pattern.test(cursor));
  const expectation = "must be the value of paging.next.after in a response";
  rejectIfAny(invalid.map(([field, cursor]) => problemOf(field, "cursor", expectation, cursor)));
}

/** The links after the returned id may include links from the previous page. */
export function startOf(cursor: string | undefined): number {
  const [, toId = "0", typeId] = typeCursor.exec(cursor ?? "0") ?? [];
  return Math.min(typeId === undefined ? Number(toId) : Number(toId) - 1, Number.MAX_SAFE_INTEGER);
}

/** The cursor is the last record id, followed by a type id if that record has more types. @param links ordered by `toId` and `typeId` */
export function pageOf(links: readonly Link[], after: string | undefined): { page: readonly Link[]; next: string | undefined } {
  const [, toId = "0", typeId = "Infinity"] = typeCursor.exec(after ?? "0") ?? [];
  const start = links.findIndex((link) => Number(link.toId) > Number(toId) || (link.toId === toId && link.typeId > Number(typeId)));
  if (start === -1) return { page: [], next: undefined };
  const page = links.slice(start, start + pageSize);
  const last = page.at(-1);
  const following = links[start + pageSize];
  if (!last || !following) return { page, next: undefined };
  return { page, next: last.toId === following.toId ? `${last.toId}-${last.typeId}` : last.toId };
}
