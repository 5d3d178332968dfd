export interface Journal {
  /** Does not wait for the database. Drops entries that cannot be written. @param generation see `Session`; 0 for account 0 */
  append(accountId: number, entry: JournalEntry, generation?: number, deferredFields?: DeferredFields): void;
  /** Returns entries, oldest first, including all entries that this process has appended. */
  read(query: JournalQuery): Promise<JournalPart>;
  get(number: number): Promise<NumberedEntry | undefined>;
  /** Returns an id for an entry that has no number yet. The id contains the account, so that the entry is found without an index. */
  nextRequestId(accountId: number): string;
  withRequestId(requestId: string): Promise<NumberedEntry | undefined>;
  /** Resolves when any process may have added entries, when the signal is aborted, or when the store is closed. */
  more(signal?: AbortSignal): Promise<void>;
  clear(accountId?: number): Promise<void>;
}

/** The fields of an entry that are computed only if the entry is written. */
export interface DeferredFields {
  /** The approximate number of characters. */
  readonly length: number;
  /** Returns `requestPath` and `responseBody` as members of a JSON object. */
  fields(): string;
}

export interface JournalFilter {
  readonly operationId?: string;
  readonly onlyProblems?: boolean;
  /** Both bounds are inclusive. */
  readonly statuses?: readonly [first: number, last: number];
}

export interface JournalQuery extends JournalFilter {
  /** The account that the entries belong to; 0 selects entries without an account. Default: all accounts. */
  readonly accountId?: number;
  /** Exclusive lower bound of entry numbers. To poll, pass `last` from the previous result. */
  readonly after?: number;
  readonly before?: number;
  /** Default: the newest 1,000 entries of each account. */
  readonly limit?: number;
}

export interface JournalPart {
  readonly entries: NumberedEntry[];
  /** The number of the last entry, which decreases only after a reset. */
  readonly last: number;
}

export interface NumberedEntry extends JournalEntry {
  /** The number of the entry. Numbers start at 1 and restart at 1 after a reset. */
  readonly number: number;
}

export interface JournalEntry {
  /** The first field, by which the entry is found. Absent in entries from older versions. */
  readonly mockRequestId?: string | undefined;
  readonly accountId: number | null;
  /** The time on the mock's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** The time on the machine's clock, in milliseconds since the epoch. Absent in entries from older versions. */
  readonly respondedAt?: number;
  readonly operationId: string | null;
  readonly method: string;
  /** The path template, or the requested path with possible secrets hidden. */
  readonly path: string;
  /** The requested path without secrets. Absent in entries from older versions. */
  readonly requestPath?: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The request body without secrets. Absent if the request had no body. */
  readonly body?: unknown;
  readonly status: number;
  /** The response body without secrets. Absent if the response had no JSON body. */
  readonly responseBody?: unknown;
  /** The category of the error, or its OAuth error code. */
  readonly category?: string | undefined;
  readonly message?: string | undefined;
  readonly durationMs?: number;
  readonly problems: readonly {
    readonly in: string;
    readonly code: string;
    readonly message: string;
    readonly received?: string;
    /** Set if the request was served despite the problem, because the real service accepts such a value. */
    readonly accepted?: true;
  }[];
  readonly fault?: string | undefined;
  /** What the request changed in its account. */
  readonly effects?: object | undefined;
}

export const maxEntries = 1_000;

export function newest<Entry extends { readonly account: number }>(entries: readonly Entry[]): Entry[] {
  const counts = new Map<number, number>();
  return entries
    .toReversed()
    .filter(({ account }) => {
      const count = (counts.get(account) ?? 0) + 1;
      counts.set(account, count);
      return count <= maxEntries;
    })
    .reverse();
}
