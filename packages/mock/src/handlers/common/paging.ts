export function pagingOf<After extends number | string>(next: After | undefined): { paging?: { next: { after: After } } } {
  return next === undefined ? {} : { paging: { next: { after: next } } };
}
