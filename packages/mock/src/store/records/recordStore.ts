import type { Search, SearchField } from "../search/search.ts";

export interface StoredRecord {
  /** The type id, for example `0-5` for tickets. */
  readonly objectType: string;
  /** The id as decimal digits, at most 2^53 - 1. */
  readonly id: string;
  /** In milliseconds since the epoch, like all times in the store. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  /** Versions by property, newest first. */
  readonly properties: Readonly<Record<string, readonly PropertyVersion[]>>;
}

/** Returns the versions of a property, newest first. Safe for any name, including `__proto__`. */
export function historyOf({ properties }: Pick<StoredRecord, "properties">, name: string): readonly PropertyVersion[] {
  return Object.hasOwn(properties, name) ? (properties[name] ?? []) : [];
}

export interface PropertyVersion {
  readonly value: string;
  readonly timestamp: number;
  readonly sourceType: string;
  readonly sourceId?: string;
  readonly sourceLabel?: string;
  readonly updatedByUserId?: number;
}

/** The maximum length of a property name. Names up to this length fit into the keys of every database, regardless of their characters. */
export const maxPropertyNameLength = 100;

export type PropertyType =
  | "string"
  | "number"
  | "date"
  | "datetime"
  | "bool"
  | "enumeration"
  | "phone_number"
  | "json"
  | "object_coordinates";

export interface PropertyOption {
  readonly label: string;
  readonly value: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
  readonly description?: string;
}

export interface PropertyDefinition {
  readonly name: string;
  readonly unique: boolean;
  /** Default: the name. */
  readonly label?: string;
  /** Default: `string`. */
  readonly type?: PropertyType;
  readonly fieldType?: string;
  readonly groupName?: string;
  readonly description?: string;
  readonly options?: readonly PropertyOption[];
  readonly readOnly?: boolean;
  readonly derivedFrom?: SearchField;
  /** Not stored, because built-in properties are the same in all accounts. */
  readonly isBuiltIn?: boolean;
  readonly hidden?: boolean;
  readonly displayOrder?: number;
  readonly formField?: boolean;
  readonly calculationFormula?: string;
  /** Whether the options of an enumeration come from an external source and are therefore not part of the definition. */
  readonly externalOptions?: boolean;
  readonly referencedObjectType?: string;
  readonly numberDisplayHint?: string;
  readonly showCurrencySymbol?: boolean;
  readonly currencyPropertyName?: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly archivedAt?: number;
  readonly createdUserId?: string;
  readonly updatedUserId?: string;
}

/** The source of the values that the service sets. They are indexed when a search first names their property; see `calculatedIndex.ts`. */
export const calculatedSource = "CALCULATED";

/** The values of calculated properties of a record, by name. They are not stored. */
export interface CalculatedValues {
  readonly values: ReadonlyMap<string, string>;
  /** The time at which values change even if no record changes. */
  readonly changesAt: number | undefined;
}

export interface Found {
  readonly total: number;
  readonly records: readonly StoredRecord[];
}

/** Selects the current records, or the records that were archived after a time. */
export type RecordsToRead = "current" | { readonly archivedAfter: number };

export interface RecordStore {
  /** Returns records ordered by id, including archived records. Ignores invalid ids. */
  find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** Returns the ids that belong to records that are not archived, without reading the properties of the records. */
  currentIds(objectType: string, ids: Iterable<string>): Promise<Set<string>>;
  /** Returns the `values` that records have, each with its record, ordered by record id. Equal numbers and equal times match. */
  findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]>;
  list(): Promise<StoredRecord[]>;
  /** Returns the object types in byte order, including the types of archived records. */
  types(): Promise<string[]>;
  /** Returns records with ids greater than `after`, ordered by id. */
  page(objectType: string, after: number, limit: number, only?: RecordsToRead): Promise<StoredRecord[]>;
  /** Returns the greatest record id, including archived records, or 0 if there are no records. */
  lastId(objectType: string): Promise<number>;
  /** @throws UniqueValueTaken when another record of the type has the same value of a unique property */
  put(records: readonly StoredRecord[]): Promise<void>;
  /** Deletes the records of a type for good, with their associations and with the properties of the type. Emits no webhooks. */
  deleteType(objectType: string): Promise<void>;
  /**
   * Runs a large search in slices, between which the records may change. @throws TransactionRequired in `readTogether`, if the search has to
   * update its index or the database's statistics
   */
  search(objectType: string, search: Search): Promise<Found>;
  /** @param names the properties to read. Default: all properties of the object type */
  properties(objectType: string, names?: readonly string[]): Promise<PropertyDefinition[]>;
  uniqueProperties(objectType: string): Promise<readonly string[]>;
  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]>;
  /** Defines properties. Checks existing values if a property becomes unique, or if the type of a unique property changes. */
  defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void>;
}

export class UniqueValueTaken extends Error {
  readonly objectType: string;
  readonly property: string;
  /** The property of the new record that contains the value. It differs from the unique property for additional addresses of a contact. */
  readonly source: string;
  /** The ids of the new record and the existing record. */
  readonly recordIds: readonly [string, string];

  constructor(objectType: string, property: string, source: string, recordIds: readonly [string, string]) {
    super(`Two records of the type ${objectType} must not have the same value for the unique property ${property}.`);
    this.name = "UniqueValueTaken";
    this.objectType = objectType;
    this.property = property;
    this.source = source;
    this.recordIds = recordIds;
  }
}
