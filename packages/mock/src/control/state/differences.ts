import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../contract/openapi/document.ts";
import type { AccountState, RecordState, StateDifference } from "../../generated/control/schemas.ts";
import { compareIds, compareValues } from "../../handlers/common/filters.ts";
import { present } from "../../handlers/common/present.ts";
import { sections } from "./sections.ts";

interface Item extends Pick<StateDifference, "section" | "id"> {
  readonly objectType?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isArchived: boolean;
}

/** Lists records first, then associations, then the other parts of the state. */
export function differencesBetween(before: AccountState, after: AccountState): StateDifference[] {
  const [former, current] = [itemsOf(before), itemsOf(after)];
  const keys = new Set([...former.keys(), ...current.keys()]);
  const differences = [...keys].flatMap((key) => differenceOf(former.get(key), current.get(key)));
  return differences.sort(
    (one, other) => rankOf(one) - rankOf(other) || compareValues(one.section, other.section) || compareItems(one, other),
  );
}

function differenceOf(before: Item | undefined, after: Item | undefined): StateDifference[] {
  const item = after ?? before;
  if (!item) return [];
  const change = changeOf(before, after);
  const fields = fieldsThatDiffer(before?.fields ?? {}, after?.fields ?? {});
  if (change === "changed" && fields.length === 0) return [];
  return [{ section: item.section, ...present({ objectType: item.objectType }), id: item.id, change, fields }];
}

function changeOf(before: Item | undefined, after: Item | undefined): StateDifference["change"] {
  if (!before) return "created";
  if (!after) return "deleted";
  if (before.isArchived === after.isArchived) return "changed";
  return after.isArchived ? "archived" : "restored";
}

function fieldsThatDiffer(before: Item["fields"], after: Item["fields"]): StateDifference["fields"] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, before: fieldIn(before, name), after: fieldIn(after, name) }))
    .filter((field) => !isDeepStrictEqual(field.before, field.after))
    .map(({ name, ...values }) => ({ name, ...present(values) }));
}

/** Safe for any name, including `__proto__`. */
function fieldIn(fields: Item["fields"], name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

const notCompared = new Set(["version", "numbers"]);

function itemsOf(state: AccountState): Map<string, Item> {
  const { records = {}, properties = {}, profile = {}, ...lists } = state;
  const items: Item[] = [
    ...Object.entries(records).flatMap(([objectType, ofType]) =>
      ofType.map((record) => ({
        ...{ section: "records", objectType, id: record.id, fields: currentValues(record) },
        isArchived: record.archivedAt !== undefined,
      })),
    ),
    ...Object.entries(properties).flatMap(([objectType, ofType]) =>
      ofType.map((property) => ({
        ...{ section: "properties", objectType, id: property.name, fields: { ...property } },
        isArchived: false,
      })),
    ),
    { section: "profile", id: "profile", fields: { ...profile }, isArchived: false },
    ...Object.entries(lists).flatMap(([section, list]) =>
      notCompared.has(section) || !Array.isArray(list)
        ? []
        : list.map((item: unknown) => ({ section, id: idOf(section, item), fields: isObject(item) ? item : {}, isArchived: false })),
    ),
  ];
  return new Map(items.map((item) => [JSON.stringify([item.section, item.objectType, item.id]), item]));
}

function currentValues({ properties = {} }: RecordState): Item["fields"] {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, typeof value === "string" ? value : value[0]?.value]));
}

const anySections = sections as unknown as Readonly<Record<string, { idOf(item: unknown): string }>>;

function idOf(section: string, item: unknown): string {
  if (!isObject(item)) return String(item);
  const { from, to, type, event, uuid, id } = item;
  if (section === "associations") return `${from} ${to} ${type}`;
  if (section === "eventUuids") return `${event} ${uuid}`;
  if (Object.hasOwn(anySections, section)) return anySections[section]?.idOf(item) ?? "";
  return String(id);
}

const firstSections = ["records", "associations"];

function rankOf({ section }: StateDifference): number {
  const rank = firstSections.indexOf(section);
  return rank < 0 ? firstSections.length : rank;
}

function compareItems(one: StateDifference, other: StateDifference): number {
  return compareValues(one.objectType ?? "", other.objectType ?? "") || compareNames(one.id, other.id);
}

/** Orders numeric ids by number. */
function compareNames(one: string, other: string): number {
  const areIds = /^\d+$/.test(one) && /^\d+$/.test(other);
  return areIds ? compareIds(one, other) : compareValues(one, other);
}
