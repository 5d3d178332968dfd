import type { ObjectTypeEntry, RecordList as RecordPage, RecordSummary } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field, HiddenFields } from "../components/forms.tsx";
import { type Column, linkTo, Pager, Table, Tabs } from "../components/table.tsx";
import { Badge, Cut, Moment } from "../components/text.tsx";

export interface RecordListProps {
  readonly path: string;
  readonly types: readonly ObjectTypeEntry[];
  /** Any of the listed type's names; `undefined` if the account has no records. */
  readonly type: string | undefined;
  readonly text: string;
  /** The value `true` selects archived records, `false` other records, and an empty string all records. */
  readonly archived: string;
  readonly page: RecordPage;
  readonly isFirst: boolean;
}

const maxTypes = 40;

const states = [
  ["", "All records"],
  ["false", "Not archived"],
  ["true", "Archived"],
] as const;

export function RecordList({ path, types, type, text, archived, page: { results, paging }, isFirst }: RecordListProps): Markup {
  const name = results[0]?.objectType ?? type ?? "";
  const nothing =
    type === undefined ? "No records yet. Add one here, seed them through the control API, or restore a snapshot." : "No records found.";
  return (
    <>
      <Tabs
        label="Object types"
        tabs={types.slice(0, maxTypes).map((one) => ({
          href: linkTo(path, { type: one.name }),
          text: <Cut text={titleOf(one.name)} max={40} />,
          isCurrent: one.name === name || one.typeId === name,
        }))}
      />
      {types.length > maxTypes && <p class="muted">and {types.length - maxTypes} more object types</p>}
      {type !== undefined && (
        <form class="row" method="get" action={path}>
          <HiddenFields fields={[["type", name]]} />
          <Field name="q" label="Find" hint="the id, or part of a value" type="search" value={text} />
          <Field name="archived" label="State" value={archived} options={states} />
          <button type="submit">Find</button>
        </form>
      )}
      <Table
        caption={<Cut text={`${titleOf(name)}, ordered by id`} max={100} />}
        columns={columnsOf(path)}
        items={results}
        empty={paging ? "No records found so far. Continue on the next page." : nothing}
      />
      <p>
        <a class="button" href={`${path}?${new URLSearchParams({ new: name })}`}>
          Add a record
        </a>
      </p>
      <Pager
        first={!isFirst && { href: linkTo(path, { type: name, q: text, archived }), text: "First page" }}
        next={paging && { href: linkTo(path, { type: name, q: text, archived, after: paging.next.after }), text: "Next page" }}
      />
    </>
  );
}

function columnsOf(path: string): Column<RecordSummary>[] {
  return [
    { title: "Id", cell: ({ objectType, id }) => <a href={`${path}/${encodeURIComponent(objectType)}/${id}`}>{id}</a> },
    { title: "Name", cell: ({ name }) => (name === "" ? <span class="muted">no name</span> : <Cut text={name} max={120} />) },
    { title: "Updated", cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    { title: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: "State", isUntitled: true, cell: ({ archivedAt }) => archivedAt && <Badge kind="warning" text="archived" /> },
  ];
}

export function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
