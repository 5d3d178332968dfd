import type { Dialect } from "../../sql/dialect.ts";
import { type Fragment, raw, sql } from "../../sql/fragment.ts";
import type { Scope } from "../../sql/scope.ts";
import type { WordsCondition } from "../search.ts";

/** The records of a type whose ids are greater than `after`, up to `upTo`. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
  /** Returns the records of the slice that have a matching word for each pattern with `*` of the condition. */
  readonly idsWithWords: (condition: WordsCondition) => readonly number[];
}

/** The records that a statement searches: all records of a type in an account, or a slice of them. */
export class SearchedRecords {
  readonly account: number;
  readonly objectType: string;
  readonly dialect: Dialect;
  readonly slice: Slice | undefined;
  readonly #tables = new Map<string, { readonly ids: Fragment; readonly definition: Fragment }>();

  constructor({ account, connection }: Scope, objectType: string, slice?: Slice) {
    this.account = account;
    this.objectType = objectType;
    this.dialect = connection.dialect;
    this.slice = slice;
  }

  /** Selects ids from a table that the database fills only once, even if several conditions select from it. */
  once(selection: Fragment): Fragment {
    const key = JSON.stringify(selection);
    const table = this.#tables.get(key);
    if (table) return table.ids;
    const name = `once${this.#tables.size}`;
    const ids = raw(`select ${name}.id from ${name}`);
    this.#tables.set(key, { ids, definition: sql`${raw(name)} as materialized (${selection})` });
    return ids;
  }

  /** The definitions of the tables that `once` has returned. */
  get sharedTables(): Fragment[] {
    return [...this.#tables.values()].map(({ definition }) => definition);
  }

  ofType(table: string): Fragment {
    return sql`${raw(table)}.account_id = ${this.account} and ${raw(table)}.object_type = ${this.objectType}`;
  }

  ofRecord(table: string, other: string): Fragment {
    return sql`${this.ofType(table)} and ${raw(`${table}.record_id = ${other}.id`)}`;
  }

  /** The indexes of values and records contain this expression, so that lookups of single records do not use them. */
  ofWholeType(table: string): Fragment {
    if (this.slice) return this.ofTokens(table);
    return sql`${raw(table)}.account_id + 0 = ${this.account} and ${raw(table)}.object_type = ${this.objectType}`;
  }

  /** The rows of tokens are ordered by record id if the token and the property are equal. */
  ofTokens(table: string): Fragment {
    if (!this.slice) return this.ofType(table);
    const { after, upTo } = this.slice;
    return sql`${this.ofType(table)} and ${raw(table)}.record_id > ${after} and ${raw(table)}.record_id <= ${upTo}`;
  }
}
