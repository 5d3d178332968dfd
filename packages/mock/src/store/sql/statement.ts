import { type AliasedRawBuilder, type Compilable, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Connection } from "./connection.ts";
import type { Dialect } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** What a statement is built of. Each name stands for a parameter. */
export interface Parts<Parameters> {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  value<Name extends keyof Parameters & string>(name: Name): Parameters[Name];
  /** Whether the column is in the list of that name. */
  among(column: string, name: keyof Parameters & string): RawBuilder<SqlBool>;
  /** The rows of an array of arrays; its fields are told by `text` and `number`. */
  entries(name: keyof Parameters & string): AliasedRawBuilder<{ value: string }, "entry">;
}

export type Statement<Parameters, Result> = (connection: Connection, parameters: Parameters) => Promise<Result[]>;

interface Plan {
  readonly sql: string;
  readonly parameters: readonly ((given: unknown) => unknown)[];
}

/** A statement that is compiled once a dialect and run with other parameters each time. */
export function statement<Parameters, Result = never>(
  build: (parts: Parts<Parameters>) => Compilable<Result>,
): Statement<Parameters, Result> {
  const plans = new Map<Dialect, Plan>();
  return async (connection, given) => {
    let plan = plans.get(connection.dialect);
    if (!plan) {
      plan = planOf(connection.dialect, build);
      plans.set(connection.dialect, plan);
    }
    const parameters = plan.parameters.map((parameter) => parameter(given));
    return (await connection.execute(plan.sql, parameters)) as Result[];
  };
}

function planOf<Parameters>(dialect: Dialect, build: (parts: Parts<Parameters>) => Compilable<unknown>): Plan {
  const placeholder = (name: keyof Parameters, write: (value: unknown) => unknown) =>
    new Placeholder((given) => write((given as Parameters)[name]));
  const compiled = build({
    db: dialect.builder,
    dialect,
    value: <Name extends keyof Parameters>(name: Name) => placeholder(name, (value) => value) as Parameters[Name],
    among: (column, name) =>
      dialect.among(
        sql.ref(column),
        placeholder(name, (value) => dialect.list(value as unknown[])),
      ),
    entries: (name) => dialect.entries(placeholder(name, JSON.stringify)),
  }).compile();
  return {
    sql: compiled.sql,
    parameters: compiled.parameters.map((parameter) => (parameter instanceof Placeholder ? parameter.read : () => parameter)),
  };
}

class Placeholder {
  readonly read: (given: unknown) => unknown;

  constructor(read: (given: unknown) => unknown) {
    this.read = read;
  }
}

/** A field of an entry as text. */
export function text(index: number): RawBuilder<string> {
  return sql`entry.value ->> ${sql.lit(index)}`;
}

/** A field of an entry as a number. */
export function number(index: number): RawBuilder<number> {
  return sql`cast(entry.value ->> ${sql.lit(index)} as bigint)`;
}

/** A parameter among the columns that are selected: Postgres cannot guess its type there. */
export function selected(value: number): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}
