/** Returns the paging of a list. Returns an empty object for the last page. */
export function pagingOf(next: string | undefined): { paging?: { next: { after: string } } } {
  return next === undefined ? {} : { paging: { next: { after: next } } };
}
