import type { Connection } from "./connection.ts";
import type { Dialect } from "./dialect.ts";

export type Statement<Parameters, Row> = (connection: Connection, parameters: Parameters) => Promise<readonly Row[]>;

interface Compiled {
  readonly text: string;
  readonly names: readonly string[];
}

/** Defines SQL with parameters written as `:name`. It is compiled once per dialect. */
export function statement<Parameters extends object, Row = never>(
  write: string | ((dialect: Dialect) => string),
): Statement<Parameters, Row> {
  const byDialect = new Map<Dialect, Compiled>();
  return (connection, parameters) => {
    const { dialect } = connection;
    let compiledStatement = byDialect.get(dialect);
    if (!compiledStatement) {
      compiledStatement = compile(typeof write === "string" ? write : write(dialect), dialect);
      byDialect.set(dialect, compiledStatement);
    }
    const values = compiledStatement.names.map((name) => parameters[name as keyof Parameters]);
    return connection.execute(compiledStatement.text, values) as Promise<readonly Row[]>;
  };
}

function compile(template: string, dialect: Dialect): Compiled {
  const names: string[] = [];
  const text = template
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/:(\w+)/g, (_, name: string) => dialect.placeholder(names.push(name)));
  return { text, names };
}

/**
 * The parameter `:account`, repeated for each entry. With a condition on the parameter itself, Postgres would read the whole account if its
 * statistics are older than the account.
 */
export const entryAccount = "case when entry.value is null then 0 else cast(:account as bigint) end";

/** Returns a column of an entry as text; see `Dialect.entries`. */
export function text(index: number): string {
  return `entry.value ->> ${index}`;
}

export function number(index: number): string {
  return `cast(entry.value ->> ${index} as bigint)`;
}
