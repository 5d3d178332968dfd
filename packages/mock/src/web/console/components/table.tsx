import type { Child } from "hono/jsx";
import type { Markup } from "../../html.ts";

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => Child;
  readonly isNumber?: boolean;
  /** Whether the column needs no heading to be understood, such as one of buttons; screen readers still get the title. */
  readonly isUntitled?: boolean;
}

export interface TableProps<Item> {
  readonly caption: Child;
  /** The first one names the row. */
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
}

/** A table that becomes a list of blocks where there is no room for its columns. */
export function Table<Item>({ caption, columns, items }: TableProps<Item>): Markup {
  return (
    <div class="table stacks">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isUntitled }) => (
              <th scope="col" class={isNumber ? "number" : undefined}>
                {isUntitled ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr>{columns.map((column, index) => (index === 0 ? <th scope="row">{column.cell(item)}</th> : cellOf(column, item)))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellOf<Item>({ title, cell, isNumber, isUntitled }: Column<Item>, item: Item) {
  return (
    <td class={isNumber ? "number" : undefined} data-label={isUntitled ? undefined : title}>
      {cell(item)}
    </td>
  );
}

/** A link of a pager; left out where there is no such page. */
type PageLink = { readonly href: string; readonly text: string } | undefined;

/** The links below a page of a list: back to its beginning, and on to the next page. */
export function Pager({ first, next }: { readonly first: PageLink; readonly next: PageLink }): Markup | null {
  if (!first && !next) return null;
  return (
    <p class="actions">
      {first && <a href={first.href}>{first.text}</a>}
      {next && (
        <a class="button" rel="next" href={next.href}>
          {next.text}
        </a>
      )}
    </p>
  );
}
