/** Every field of an object; one that is missing does not compile. */
export type FieldsOf<Item extends object> = Readonly<Record<keyof Item, 1>>;

/** Leaves out the fields that nobody declares: the platform ignores them, and a snapshot that had them could not be put back. */
export function declaredOnly<Item extends object>(item: Item, fields: FieldsOf<Item>): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(fields, name))) as Item;
}
