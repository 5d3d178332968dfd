import { recordNumber } from "../records/recordRows.ts";
import { noteChangedLinks } from "../search/indexing/calculatedIndex.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { entryAccount, number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, textOf } from "../sql/text.ts";
import { numberOf } from "../values.ts";
import type { AssociationStore, Link, LinkKind, PageStart } from "./associationStore.ts";
import { columns, type LinkRow, linkOf, readPages } from "./linkPages.ts";

interface Links {
  readonly account: number;
  /** The rows as JSON, with their values in the order of `columns`. */
  readonly rows: string;
}

const fields = [text(0), number(1), number(2), number(3), text(4)].join(", ");

const insert = statement<Links, LinkRow>(
  ({ entries }) => `
    insert into associations (account_id, ${columns})
    select cast(:account as bigint), ${fields} from ${entries(":rows")} where true
    on conflict do nothing
    returning ${columns}`,
);

const removeLinks = statement<Links, LinkRow>(
  ({ entries }) => `
    delete from associations
    where (account_id, ${columns}) in (select ${entryAccount}, ${fields} from ${entries(":rows")})
    returning ${columns}`,
);

const selectFrom = statement<{ account: number; fromType: string; fromIds: readonly number[]; toType: string }, LinkRow>(
  ({ among }) => `
    select ${columns} from associations
    where account_id = :account and from_type = :fromType and ${among("from_id", ":fromIds")} and to_type = :toType
    order by from_id, to_id, type_id`,
);

const selectKinds = statement<{ account: number; fromType: string; fromId: number }, { type_id: number; to_type: string; count: number }>(`
  select type_id, to_type, count(*) as count from associations
  where account_id = :account and from_type = :fromType and from_id = :fromId
  group by type_id, to_type
  order by type_id, to_type`);

const selectOfTypes = statement<{ account: number; typeIds: readonly number[] }, LinkRow>(
  ({ among }) => `select ${columns} from associations where account_id = :account and ${among("type_id", ":typeIds")} order by ${columns}`,
);

const selectAll = statement<{ account: number }, LinkRow>(
  `select ${columns} from associations where account_id = :account order by ${columns}`,
);

export class SqlAssociations implements AssociationStore {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async add(links: readonly Link[]): Promise<void> {
    await this.#change(insert, links, false);
  }

  async remove(links: readonly Link[]): Promise<void> {
    await this.#change(removeLinks, links, true);
  }

  async from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]> {
    const { connection, account } = this.#scope;
    const numbers = fromIds.map(numberOf).filter((number) => number !== undefined);
    const rows = await selectFrom(connection, { account, fromType: keyOf(fromType), fromIds: numbers, toType: keyOf(toType) });
    return rows.map(linkOf);
  }

  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]> {
    return readPages(this.#scope.connection, this.#scope.account, starts, limit);
  }

  async kinds(fromType: string, fromId: string): Promise<LinkKind[]> {
    const { connection, account } = this.#scope;
    const id = numberOf(fromId);
    if (id === undefined) return [];
    const rows = await selectKinds(connection, { account, fromType: keyOf(fromType), fromId: id });
    return rows.map((row) => ({ typeId: row.type_id, toType: textOf(row.to_type), count: row.count }));
  }

  async ofTypes(typeIds: readonly number[]): Promise<Link[]> {
    return (await selectOfTypes(this.#scope.connection, { account: this.#scope.account, typeIds })).map(linkOf);
  }

  async list(): Promise<Link[]> {
    return (await selectAll(this.#scope.connection, { account: this.#scope.account })).map(linkOf);
  }

  async #change(write: Statement<Links, LinkRow>, links: readonly Link[], isRemoved: boolean): Promise<void> {
    const { connection, account, changes } = this.#scope;
    await inBatches(links, async (batch) => {
      const changedRows = await write(connection, { account, rows: JSON.stringify(batch.map(rowOf)) });
      await noteChangedLinks(this.#scope, changedRows.map(linkOf));
      if (!changes) return;
      // Databases return changed rows in different orders.
      const positions = new Map(batch.map((link, position) => [identityOf(link), position]));
      const positionOf = (link: Link) => positions.get(identityOf(link)) ?? 0;
      const inOrder = changedRows.map(linkOf).sort((one, other) => positionOf(one) - positionOf(other));
      changes.push(...inOrder.map((link) => ({ kind: "link", link, isRemoved }) as const));
    });
  }
}

function identityOf(link: Link): string {
  return JSON.stringify(rowOf(link));
}

function rowOf(link: Link): readonly unknown[] {
  return [nameOf(link.fromType), recordNumber(link.fromId), link.typeId, recordNumber(link.toId), nameOf(link.toType)];
}
