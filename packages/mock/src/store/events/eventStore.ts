export interface StoredOccurrence {
  readonly id: number;
  /** The name of the event's definition. */
  readonly event: string;
  /** The type id of the primary object, or the name of a custom object. */
  readonly objectType: string;
  readonly objectId: string;
  readonly occurredAt: number;
  readonly properties: Readonly<Record<string, string>>;
}

export interface OccurrenceQuery {
  readonly event?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Exclusive bounds for the time. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Names and values of properties, which must all match. */
  readonly values?: readonly (readonly [name: string, value: string])[];
  /** The occurrence to start after, in the given order. */
  readonly from?: { readonly occurredAt: number; readonly id: number } | undefined;
  readonly descending: boolean;
  readonly limit: number;
}

export interface EventUuid {
  readonly event: string;
  readonly uuid: string;
  readonly receivedAt: number;
}

export interface EventStore {
  /** Adds occurrences. Replaces existing occurrences with the same ids. */
  put(occurrences: readonly StoredOccurrence[]): Promise<void>;
  /** Returns occurrences ordered by time and id. */
  find(query: OccurrenceQuery): Promise<StoredOccurrence[]>;
  /** Returns all occurrences, ordered by id. */
  list(): Promise<StoredOccurrence[]>;
  /**
   * Reserves uuids, which must all be different. A uuid that was received before `expiry` can be reserved again.
   * @returns a string for each uuid that was not in use, which consists of the event, a space and the uuid
   */
  claim(uuids: readonly Omit<EventUuid, "receivedAt">[], receivedAt: number, expiry: number): Promise<ReadonlySet<string>>;
  putUuids(uuids: readonly EventUuid[]): Promise<void>;
  listUuids(): Promise<EventUuid[]>;
  /** Deletes the occurrences and uuids of an event. */
  deleteEvent(event: string): Promise<void>;
  move(objectType: string, fromId: string, toId: string): Promise<void>;
}
