/** Returns an object with the `paging` of a list response. The object is empty for the last page. */
export function pagingOf<After extends number | string>(next: After | undefined): { paging?: { next: { after: After } } } {
  return next === undefined ? {} : { paging: { next: { after: next } } };
}
