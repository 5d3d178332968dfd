import type { AccountStore, Link } from "../../store/store.ts";
import { currentIds } from "../records/recyclingBin.ts";
import type { AssociationType } from "./associationTypes.ts";

export interface Start {
  readonly id: string;
  readonly after: number;
}

/** Reads enough links for a page, ordered by `toId` and `typeId`. Omits links to archived records. */
export async function linksAfter(
  store: Pick<AccountStore, "associations" | "records">,
  types: readonly AssociationType[],
  starts: readonly Start[],
  wanted: number,
): Promise<Link[][]> {
  const found = starts.map((): Link[] => []);
  let open = starts.flatMap(({ id, after }, index) =>
    types.map(({ fromType, id: typeId }) => ({ index, fromType, fromId: id, typeId, after, count: 0 })),
  );
  while (open.length > 0) {
    const pages = await store.associations.pages(open, wanted);
    const seen = new Set(await visible(store, pages.flat()));
    const next: typeof open = [];
    for (const [place, reading] of open.entries()) {
      const page = pages[place] ?? [];
      const shown = page.filter((link) => seen.has(link));
      found[reading.index]?.push(...shown);
      const count = reading.count + shown.length;
      const last = page.at(-1);
      if (last && page.length >= wanted && count < wanted) next.push({ ...reading, after: Number(last.toId), count });
    }
    open = next;
  }
  for (const links of found) links.sort((one, other) => Number(one.toId) - Number(other.toId) || one.typeId - other.typeId);
  return found;
}

/** Links to archived records are hidden until the records are restored (assumed). */
async function visible(store: Pick<AccountStore, "records">, links: readonly Link[]): Promise<Link[]> {
  const [first] = links;
  if (!first) return [];
  const current = await currentIds(
    store.records,
    first.toType,
    links.map((link) => link.toId),
  );
  return links.filter((link) => current.has(link.toId));
}
