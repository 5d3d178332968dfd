import type { ObjectTypeEntry, RecordList as RecordPage, RecordSummary } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field } from "../components/forms.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Cut, Moment } from "../components/text.tsx";

export interface RecordListProps {
  readonly path: string;
  /** Of which there are records. */
  readonly types: readonly ObjectTypeEntry[];
  /** The one that is listed, by any of its names; `undefined` when the account has no records. */
  readonly type: string | undefined;
  /** What is searched for; empty when nothing is. */
  readonly text: string;
  readonly page: RecordPage;
  readonly pageSize: number;
  readonly isFirst: boolean;
}

// Types of an account's own may be many.
const maxTypes = 40;

export function RecordList({ path, types, type, text, page: { results, paging }, pageSize, isFirst }: RecordListProps): Markup {
  if (type === undefined) {
    return (
      <>
        <p class="empty">The account has no records yet. Add one here, seed some through the control API, or restore a snapshot.</p>
        <p>
          <a class="button" href={`${path}/new`}>
            Add a record
          </a>
        </p>
      </>
    );
  }
  const name = results[0]?.objectType ?? type;
  return (
    <>
      <nav class="tabs" aria-label="Object types">
        {types.slice(0, maxTypes).map((one) => (
          <a href={addressOf(path, one.name)} aria-current={one.name === name || one.typeId === name ? "page" : undefined}>
            <Cut text={titleOf(one.name)} max={40} />
          </a>
        ))}
      </nav>
      {types.length > maxTypes && <p class="muted">and {types.length - maxTypes} more object types</p>}
      <form class="row" method="get" action={path}>
        <input type="hidden" name="type" value={name} />
        <Field id="q" label="Find" hint="the id, or a part of a value">
          {(described) => <input name="q" type="search" autocomplete="off" value={text} {...described} />}
        </Field>
        <button type="submit">Find</button>
      </form>
      {results.length === 0 ? (
        <p class="empty">{emptyText(text, paging !== undefined)}</p>
      ) : (
        <Table caption={<Caption name={name} />} columns={columnsOf(path)} items={results} />
      )}
      <p class="actions">
        <a class="button small" href={`${path}/new?${new URLSearchParams({ type: name })}`}>
          Add a record
        </a>
        {!isFirst && (
          <a class="button small" href={addressOf(path, name, text)}>
            First page
          </a>
        )}
        {paging && (
          <a class="button small" rel="next" href={addressOf(path, name, text, paging.next.after)}>
            {results.length < pageSize ? "Search on" : "Next page"}
          </a>
        )}
      </p>
    </>
  );
}

function Caption({ name }: { readonly name: string }) {
  return (
    <>
      <Cut text={titleOf(name)} max={100} />, by their ids
    </>
  );
}

function emptyText(text: string, hasMore: boolean): string {
  if (hasMore) return "Nothing was found so far. There are more records to look at.";
  return text === "" ? "There are no more records of this type." : "No record has this in it.";
}

function columnsOf(path: string): Column<RecordSummary>[] {
  return [
    { title: "Id", cell: ({ objectType, id }) => <a href={`${path}/${encodeURIComponent(objectType)}/${id}`}>{id}</a> },
    { title: "Name", cell: ({ name }) => (name === "" ? <span class="muted">no name</span> : <Cut text={name} max={120} />) },
    { title: "Changed", cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    { title: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: "State", isUntitled: true, cell: ({ archivedAt }) => archivedAt && <span class="badge warning">archived</span> },
  ];
}

/** An object type as a heading has it, for example `Line items`. */
export function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function addressOf(path: string, type: string, text = "", after?: number): string {
  const query = { type, ...(text === "" ? {} : { q: text }), ...(after === undefined ? {} : { after: String(after) }) };
  return `${path}?${new URLSearchParams(query)}`;
}
