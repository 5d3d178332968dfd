import type { AccountStore } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import type { AssociationType } from "./associationTypes.ts";

export interface Start {
  readonly id: string;
  readonly after: number;
}

/** Reads enough links for a page, ordered by `toId` and `typeId`. Skips archived records. @param types lead to the same object type */
export async function linksAfter(
  store: Pick<AccountStore, "associations" | "records">,
  types: readonly AssociationType[],
  starts: readonly Start[],
  minCount: number,
): Promise<Link[][]> {
  const linksPerStart = starts.map((): Link[] => []);
  let open = starts.flatMap(({ id, after }, index) =>
    types.map(({ fromType, id: typeId }) => ({ index, fromType, fromId: id, typeId, after, count: 0 })),
  );
  while (open.length > 0) {
    const pages = await store.associations.pages(open, minCount);
    const toIds = pages.flat().map(({ toId }) => toId);
    // Links to archived records are hidden until the records are restored (assumed).
    const current = await store.records.currentIds(types[0]?.toType ?? "", toIds);
    const next: typeof open = [];
    for (const [place, reading] of open.entries()) {
      const page = pages[place] ?? [];
      const visible = page.filter(({ toId }) => current.has(toId));
      linksPerStart[reading.index]?.push(...visible);
      const count = reading.count + visible.length;
      const last = page.at(-1);
      if (last && page.length >= minCount && count < minCount) next.push({ ...reading, after: Number(last.toId), count });
    }
    open = next;
  }
  for (const links of linksPerStart) links.sort((one, other) => Number(one.toId) - Number(other.toId) || one.typeId - other.typeId);
  return linksPerStart;
}
