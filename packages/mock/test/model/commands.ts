import fc from "fast-check";

/** The ways to read an account. */
export const views = ["records", "references", "search", "v1", "v3", "2026-03"] as const;
export type View = (typeof views)[number];

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Item> ? Item : never;

/** Commands are plain data, so that fast-check prints a complete sequence. */
export type Write = Value<ReturnType<typeof write>>;
export type RecordCommand = Write | Value<ReturnType<typeof archive | typeof restoreRecord | typeof merge>>;
export type AssociationChange = Value<typeof associationChange>;
export type Link = AssociationChange["inputs"][number];
export type Command = Value<typeof command>;
export type Moment = Value<typeof moment>;

// There are few ids, so that commands affect the same records. `newest` is replaced by the contact that was created last.
const ids = { contacts: fc.constantFrom("11", "12", "99", "11", "12", "newest"), companies: fc.constantFrom("21", "22") };
const references = fc.constantFrom("r1", "r2", "r3");
const firstnames = fc.constantFrom("ann", "bo", "ann bo", "");
const some = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { minLength: 1, maxLength: 3 });

/** The paths of records in the versions whose answers are the same. */
const objects = fc.constantFrom("/crm/objects/2026-03", "/crm/objects/2026-03", "/crm/v3/objects", "/crm/objects/2025-09");

/** An input's id is ignored when contacts are created. Empty values clear properties. */
function write(action: "create" | "update" | "upsert", by: "id" | "reference") {
  // An upsert cannot give a new contact another reference than the one that identifies it.
  const reference = action === "upsert" ? fc.constant(undefined) : fc.oneof(references, fc.constant(""));
  const values = fc.record({ firstname: firstnames, reference }, { requiredKeys: [] });
  return fc.record({
    type: fc.constant("write"),
    objects,
    ...{ action: fc.constant(action), by: fc.constant(by) },
    /** Whether inputs have trace ids, and therefore fail individually. Otherwise, one conflict fails the whole batch. */
    isTraced: fc.boolean(),
    inputs: some(fc.record({ id: by === "id" ? ids.contacts : references, values })),
  });
}

type ObjectType = keyof typeof ids;

function archive(objectType: ObjectType) {
  return fc.record({ type: fc.constant("archive"), objects, objectType: fc.constant(objectType), ids: some(ids[objectType]) });
}

function restoreRecord(objectType: ObjectType) {
  return fc.record({ type: fc.constant("restoreRecord"), objectType: fc.constant(objectType), id: ids[objectType] });
}

function merge(objectType: ObjectType) {
  const [primary, merged] = [ids[objectType], ids[objectType]];
  return fc.record({ type: fc.constant("merge"), objects, objectType: fc.constant(objectType), primary, merged });
}

const associationChange = fc.record({
  type: fc.constantFrom("associate", "associate", "dissociate"),
  version: fc.constantFrom("v1", "v3", "v4", "2026-03"),
  /** Whether the request names the company first. */
  isBack: fc.boolean(),
  inputs: some(
    fc.record({ kind: fc.constantFrom("primary", "primary", "unlabeled", "label"), contact: ids.contacts, company: ids.companies }),
  ),
});

const at = fc.constantFrom(0, 0, 1);
const command = fc
  .tuple(
    at,
    fc.oneof(
      { weight: 6, arbitrary: associationChange },
      { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("createLabel", "deleteLabel") }) },
      {
        weight: 4,
        arbitrary: fc.oneof(write("create", "id"), write("update", "id"), write("update", "reference"), write("upsert", "reference")),
      },
      { weight: 2, arbitrary: fc.oneof(archive("contacts"), archive("companies")) },
      { weight: 1, arbitrary: fc.oneof(restoreRecord("contacts"), restoreRecord("companies")) },
      { weight: 1, arbitrary: fc.oneof(merge("contacts"), merge("companies")) },
      // Restores one of the newest snapshots, which may be the other account's.
      { weight: 1, arbitrary: fc.record({ type: fc.constant("restoreSnapshot"), age: fc.nat(3) }) },
    ),
  )
  .map(([account, rest]) => ({ at: account, ...rest }));

/** Reads an account in one way, or sends commands concurrently. */
const moment = fc.oneof(
  // fast-check shrinks an array with a minimum length less far.
  { weight: 3, arbitrary: fc.array(command, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.record({ look: fc.constantFrom(...views), at }) },
);

export const moments: fc.Arbitrary<Moment[]> = fc.array(moment, { maxLength: 20, size: "max" });
