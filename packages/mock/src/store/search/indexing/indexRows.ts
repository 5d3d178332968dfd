import type { Connection } from "../../sql/connection.ts";
import { number, statement, text } from "../../sql/statement.ts";
import { keyOf, nameOf, sortableText } from "../../sql/text.ts";
import { comparedNumber } from "../../values.ts";
import { comparedKey, indexedTokens } from "../indexable.ts";
import type { Change } from "./change.ts";
import { type Rows, removal, write } from "./rows.ts";

const upsertRecords = statement<Rows>(
  ({ entries }) => `
    insert into search_records (account_id, object_type, record_id, created_at, updated_at)
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict (record_id, account_id, object_type) do update set
      created_at = excluded.created_at, updated_at = excluded.updated_at`,
);

const upsertValues = statement<Rows>(
  ({ entries }) => `
    insert into search_values (account_id, object_type, record_id, created_at, property, value, exact, number, long_value)
    select
      cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${text(3)}, ${text(4)}, ${text(5)},
      cast(${text(6)} as double precision), ${text(7)}
    from ${entries(":rows")} where true
    on conflict (record_id, account_id, object_type, property) do update set
      created_at = excluded.created_at, value = excluded.value, exact = excluded.exact, number = excluded.number, long_value = excluded.long_value`,
);

const insertTokens = statement<Rows>(
  ({ entries }) => `
    insert into search_tokens (account_id, object_type, token, property, record_id)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict do nothing`,
);

const removeRecords = removal("search_records", { object_type: text(0), record_id: number(1) });
const removeValues = removal("search_values", { object_type: text(0), record_id: number(1), property: text(2) });
const removeTokens = removal("search_tokens", { object_type: text(0), token: text(1), property: text(2), record_id: number(3) });

/** Changes the rows of the index. Does not write the rows of unchanged values. */
export async function applyChanges(connection: Connection, account: number, changes: readonly Change[]): Promise<void> {
  const insertions = { records: [] as unknown[], values: [] as unknown[], tokens: [] as unknown[] };
  const removals = { records: [] as unknown[], values: [] as unknown[], tokens: [] as unknown[] };
  for (const { objectType, id, before, after } of changes) {
    const type = nameOf(objectType);
    const hasSameCreation = before?.createdAt === after?.createdAt;
    if (before && !after) removals.records.push([type, id]);
    if (after && !(hasSameCreation && before?.updatedAt === after.updatedAt)) {
      insertions.records.push([type, id, after.createdAt, after.updatedAt]);
    }
    for (const name of new Set([...(before?.values.keys() ?? []), ...(after?.values.keys() ?? [])])) {
      const [oldValue, value] = [before?.values.get(name), after?.values.get(name)];
      // The rows of values contain the creation time.
      if (oldValue === value && hasSameCreation) continue;
      const property = keyOf(name);
      if (value === undefined) removals.values.push([type, id, property]);
      else insertions.values.push([type, id, after?.createdAt, property, ...comparedForms(value)]);
      if (oldValue === value) continue;
      const [oldTokens, tokens] = [indexedTokens(oldValue ?? ""), indexedTokens(value ?? "")];
      for (const token of oldTokens) if (!tokens.has(token)) removals.tokens.push([type, token, property, id]);
      for (const token of tokens) if (!oldTokens.has(token)) insertions.tokens.push([type, token, property, id]);
    }
  }
  await write(connection, account, removeRecords, removals.records);
  await write(connection, account, removeValues, removals.values);
  await write(connection, account, removeTokens, removals.tokens);
  await write(connection, account, upsertRecords, insertions.records);
  await write(connection, account, upsertValues, insertions.values);
  await write(connection, account, insertTokens, insertions.tokens);
}

type Forms = readonly [folded: string, exact: string | null, number: number | null, long: string | null];

function comparedForms(value: string): Forms {
  const foldedText = sortableText(value.toLowerCase());
  const exact = sortableText(value);
  const key = comparedKey(foldedText);
  return [key, exact === foldedText ? null : exact, comparedNumber(value) ?? null, foldedText === key ? null : foldedText];
}
