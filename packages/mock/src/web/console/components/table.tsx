import type { Child } from "hono/jsx";
import type { Markup } from "../../html.ts";

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => Child;
  readonly class?: string;
  /** Whether the title is only for screen readers, for example in a column of buttons. */
  readonly isUntitled?: boolean;
}

export interface TableProps<Item> {
  readonly caption: Child;
  /** The first column names the row. */
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly empty: Child;
  readonly max?: number;
}

/** A table that becomes a list of blocks on narrow screens. */
export function Table<Item>({ caption, columns, items, empty, max = Number.POSITIVE_INFINITY }: TableProps<Item>): Markup {
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <>
      <div class="table stacks" tabindex={0}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" class={column.class}>
                  {column.isUntitled ? <span class="visually-hidden">{column.title}</span> : column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, max).map((item) => (
              <Row columns={columns} item={item} />
            ))}
          </tbody>
        </table>
      </div>
      {items.length > max && <p class="muted">and {(items.length - max).toLocaleString("en")} more</p>}
    </>
  );
}

export function Row<Item>({ columns, item }: { readonly columns: readonly Column<Item>[]; readonly item: Item }): Markup {
  const [name, ...others] = columns;
  return (
    <tr>
      <th scope="row" class={name?.class}>
        {name?.cell(item)}
      </th>
      {others.map(({ title, cell, class: kind, isUntitled }) => (
        <td class={kind} data-label={isUntitled ? undefined : title}>
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}

type PageLink = { readonly href: string; readonly text: string } | undefined | false;

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

export function linkTo(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(Object.fromEntries(set.map(([name, value]) => [name, String(value)])));
  return search.size === 0 ? path : `${path}?${search}`;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): Markup {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, text, isCurrent }) => (
        <a href={href} aria-current={isCurrent ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export interface Tab {
  readonly href: string;
  readonly text: Child;
  readonly isCurrent: boolean;
}
