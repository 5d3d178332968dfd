import type { AccountStore, Link } from "../../store/store.ts";
import { currentIds } from "../records/recyclingBin.ts";

/**
 * Those of the links whose end is not archived. An archived record keeps its associations for the day it is restored, and
 * nobody sees them until then (assumed).
 * @param links to records of one type
 */
export async function visible(store: Pick<AccountStore, "records">, links: readonly Link[]): Promise<Link[]> {
  const [first] = links;
  if (!first) return [];
  const current = await currentIds(
    store.records,
    first.toType,
    links.map((link) => link.toId),
  );
  return links.filter((link) => current.has(link.toId));
}
