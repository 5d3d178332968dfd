/** Returns an object with the `paging` of a list response. The object is empty for the last page. */
export function pagingOf(next: string | undefined): { paging?: { next: { after: string } } } {
  return next === undefined ? {} : { paging: { next: { after: next } } };
}
