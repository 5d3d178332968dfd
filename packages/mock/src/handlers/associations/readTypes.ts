import type { AssociatedRecord } from "@crm-platform/types";
import type { AccountStore, AssociationStore } from "../../store/store.ts";
import type { AssociationType } from "./associationTypes.ts";
import { linksAfter, type Start } from "./linksAfter.ts";
import { shownType } from "./specs.ts";

export interface RecordPage {
  readonly records: AssociatedRecord[];
  /** Absent on the last page. */
  readonly next?: string;
}

/** Returns a page of records for each start, ordered by id, with all types of each association. */
export async function recordPages(
  store: AccountStore,
  types: readonly AssociationType[],
  starts: readonly Start[],
  limit: number,
): Promise<RecordPage[]> {
  const found = await linksAfter(store, types, starts, limit + 1);
  return found.map((links) => {
    const byRecord = [...Map.groupBy(links, ({ toId }) => toId)];
    const records = byRecord.slice(0, limit).map(([toObjectId, own]) => {
      const ids = new Set(own.map(({ typeId }) => typeId));
      return { toObjectId, associationTypes: typesAmong(types, ids).map(shownType) };
    });
    const next = byRecord.length > limit ? records.at(-1)?.toObjectId : undefined;
    return next === undefined ? { records } : { records, next };
  });
}

/** Every association has the unlabeled type, even one that another interface created with a different type. */
export function typesAmong(types: readonly AssociationType[], ids: ReadonlySet<number>): AssociationType[] {
  return types.filter((type) => ids.has(type.id) || type.label === null).sort((one, other) => one.id - other.id);
}

/** Returns the type ids of associations, keyed by the ids of their records; see `keyOf`. */
export async function storedTypes(
  store: AssociationStore,
  { fromType, toType }: Pick<AssociationType, "fromType" | "toType">,
  fromIds: readonly string[],
): Promise<Map<string, Set<number>>> {
  const links = await store.from(fromType, [...new Set(fromIds)], toType);
  return new Map([...Map.groupBy(links, keyOf)].map(([key, own]) => [key, new Set(own.map(({ typeId }) => typeId))]));
}

export function keyOf({ fromId, toId }: { readonly fromId: string; readonly toId: string }): string {
  return `${fromId} ${toId}`;
}
