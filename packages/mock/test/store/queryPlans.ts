import { DatabaseSync, StatementSync } from "node:sqlite";
import { onTestFinished, vi } from "vitest";

export interface Queries {
  readonly plans: readonly string[];
  readonly rows: number;
}

/** Watches databases that are opened later in the test. */
export function watchQueries(): (work: () => Promise<unknown>) => Promise<Queries> {
  const files = new Map<StatementSync, DatabaseSync>();
  const prepare = DatabaseSync.prototype.prepare;
  const all = StatementSync.prototype.all;
  const spies = [
    vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql) {
      const statement = prepare.call(this, sql);
      files.set(statement, this);
      return statement;
    }),
    vi.spyOn(StatementSync.prototype, "all").mockImplementation(function (this: StatementSync, ...parameters) {
      const rows = all.call(this, ...parameters);
      ran.push({ statement: this, rows: rows.length });
      return rows;
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  let ran: { readonly statement: StatementSync; readonly rows: number }[] = [];

  return async (work) => {
    ran = [];
    await work();
    const queries = ran.filter(({ statement }) => statement.sourceSQL.startsWith("select"));
    return { plans: queries.flatMap(({ statement }) => planOf(statement)), rows: queries.reduce((sum, { rows }) => sum + rows, 0) };
  };

  function planOf(statement: StatementSync): string[] {
    const file = files.get(statement);
    if (!file) throw new Error("The statement was prepared before its database was watched.");
    const steps = all.call(prepare.call(file, `explain query plan ${statement.sourceSQL}`), {});
    return steps.map((step) => String(step["detail"]));
  }
}
