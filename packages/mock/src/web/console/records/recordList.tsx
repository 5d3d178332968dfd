import type { StoredRecord } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { Field } from "../forms.tsx";
import { nameOfRecord, pluralOf, titleOf } from "./recordName.ts";
import { maxListed, type RecordPage } from "./recordSearch.ts";
import { At } from "./recordTime.tsx";

export interface RecordListProps {
  readonly path: string;
  /** Of which there are records. */
  readonly types: readonly string[];
  /** The one that is listed; `undefined` when the account has no records. */
  readonly type: string | undefined;
  /** What is searched for; empty when nothing is. */
  readonly text: string;
  readonly isFirst: boolean;
  readonly page: RecordPage;
}

// Types of an account's own may be many.
const maxTypes = 40;

export function RecordList({ path, types, type, text, isFirst, page }: RecordListProps): Markup {
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
  return (
    <>
      <nav class="tabs" aria-label="Object types">
        {types.slice(0, maxTypes).map((one) => (
          <a href={addressOf(path, one)} aria-current={one === type ? "page" : undefined}>
            <Cut text={titleOf(one)} most={40} />
          </a>
        ))}
      </nav>
      {types.length > maxTypes && <p class="muted">and {types.length - maxTypes} more object types</p>}
      <form class="row" method="get" action={path}>
        <input type="hidden" name="type" value={pluralOf(type)} />
        <Field id="q" label="Find" hint="the id, or a part of a value">
          {(described) => <input name="q" type="search" autocomplete="off" value={text} {...described} />}
        </Field>
        <button type="submit">Find</button>
      </form>
      <Found path={path} type={type} text={text} page={page} />
      <p class="actions">
        <a class="button small" href={`${path}/new?${new URLSearchParams({ type: pluralOf(type) })}`}>
          Add a record
        </a>
        {!isFirst && (
          <a class="button small" href={addressOf(path, type, text)}>
            First page
          </a>
        )}
        {page.next !== undefined && (
          <a class="button small" href={addressOf(path, type, text, page.next)}>
            {page.records.length < maxListed ? "Search on" : "Next page"}
          </a>
        )}
      </p>
    </>
  );
}

function Found({ path, type, text, page }: Pick<RecordListProps, "path" | "text" | "page"> & { readonly type: string }) {
  if (page.records.length === 0) {
    const isOver = page.next === undefined;
    const nothing = text === "" ? "There are no more records of this type." : "No record has this in it.";
    return <p class="empty">{isOver ? nothing : "Nothing was found so far. There are more records to look at."}</p>;
  }
  return (
    <div class="table stacks">
      <table>
        <caption>
          <Cut text={titleOf(type)} most={100} />, by their ids
        </caption>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Name</th>
            <th scope="col">Changed</th>
            <th scope="col">Created</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {page.records.map((record) => (
            <Row path={path} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ path, record }: { readonly path: string; readonly record: StoredRecord }) {
  const name = nameOfRecord(record);
  return (
    <tr>
      <th scope="row">
        <a href={recordAddress(path, record.objectType, record.id)}>{record.id}</a>
      </th>
      <td data-label="Name">{name === "" ? <span class="muted">no name</span> : <Cut text={name} most={120} />}</td>
      <td data-label="Changed">
        <At milliseconds={record.updatedAt} />
      </td>
      <td data-label="Created">
        <At milliseconds={record.createdAt} />
      </td>
      <td>{record.archivedAt !== null && <span class="badge warning">archived</span>}</td>
    </tr>
  );
}

/** Where a record has its page. @param path of all records of the account */
export function recordAddress(path: string, objectType: string, id: string): string {
  return `${path}/${encodeURIComponent(pluralOf(objectType))}/${id}`;
}

function addressOf(path: string, type: string, text = "", after?: number): string {
  const query = { type: pluralOf(type), ...(text === "" ? {} : { q: text }), ...(after === undefined ? {} : { after: String(after) }) };
  return `${path}?${new URLSearchParams(query)}`;
}
