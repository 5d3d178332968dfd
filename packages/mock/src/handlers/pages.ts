import type { Page } from "@crm-platform/types";
import { compareValues, filterOf } from "./common/filters.ts";
import { type HandlersOfArea, reads } from "./handlers.ts";

export const pages: HandlersOfArea<"pages"> = {
  // The filters are documented for a similar API, and `order_by` has been observed.
  "pages.list": reads(async ({ query }, { store }) => {
    const { limit = 20, offset = 0, order_by = "id", ...filters } = query;
    const documents = await store.documents.list("page");
    const matchingPages = documents.map(({ document }) => document).filter(filterOf(filters, fieldOf));
    const objects = matchingPages.sort(orderOf(order_by)).slice(offset, offset + limit);
    return { status: 200, body: { total_count: matchingPages.length, objects, limit, offset } };
  }),
};

function fieldOf(page: Page, field: string): unknown {
  // Pages have no `archived_at` field. The closest field is `deleted_at`, which is 0 if the page was never archived.
  if (field === "archived_at") return page.deleted_at || undefined;
  if (field === "is_draft") return page.is_draft ?? false;
  return page[field as keyof Page];
}

/** Pages with equal values are ordered by id, so that paginated results are consistent. */
function orderOf(orderBy: string): (left: Page, right: Page) => number {
  const isReversed = orderBy.startsWith("-");
  const field = isReversed ? orderBy.slice(1) : orderBy;
  const sign = isReversed ? -1 : 1;
  return (left, right) => sign * compareValues(fieldOf(left, field), fieldOf(right, field)) || left.id - right.id;
}
