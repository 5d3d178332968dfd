import type { AccountStore } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import { currentIds } from "../records/recyclingBin.ts";
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
  wanted: number,
): Promise<Link[][]> {
  const found = starts.map((): Link[] => []);
  let open = starts.flatMap(({ id, after }, index) =>
    types.map(({ fromType, id: typeId }) => ({ index, fromType, fromId: id, typeId, after, count: 0 })),
  );
  while (open.length > 0) {
    const pages = await store.associations.pages(open, wanted);
    const toIds = pages.flat().map(({ toId }) => toId);
    // Links to archived records are hidden until the records are restored (assumed).
    const current = await currentIds(store.records, types[0]?.toType ?? "", toIds);
    const next: typeof open = [];
    for (const [place, reading] of open.entries()) {
      const page = pages[place] ?? [];
      const shown = page.filter(({ toId }) => current.has(toId));
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
