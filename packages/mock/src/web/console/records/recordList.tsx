import type { CrmRecord, CrmRecordList } from "@crm-platform/types";
import { nameOfRecord } from "../../../control/recordName.ts";
import type { ObjectTypeEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field, HiddenFields } from "../components/forms.tsx";
import { type Column, linkTo, Pager, Table, Tabs } from "../components/table.tsx";
import { Badge, Cut, Moment } from "../components/text.tsx";

export type Page = Pick<CrmRecordList, "paging"> & { readonly results: readonly CrmRecord[] };

export interface RecordListProps {
  readonly path: string;
  readonly types: readonly ObjectTypeEntry[];
  /** Any of the listed type's names; `undefined` if the account has no records. */
  readonly type: string | undefined;
  /** The properties that name records of the listed type, if it is custom. */
  readonly displayProperties: readonly string[];
  readonly text: string;
  readonly isArchived: boolean;
  readonly page: Page;
  readonly isFirst: boolean;
}

const maxTypes = 40;
/** The body of a search is limited to 3,000 characters. */
export const maxTextLength = 1_000;

const states = [
  ["", "Not archived"],
  ["true", "Archived"],
] as const;

export function RecordList({ path, types, type = "", displayProperties, text, isArchived, page, isFirst }: RecordListProps): Markup {
  const { results, paging } = page;
  const archived = isArchived ? "true" : "";
  const nothing =
    type === "" ? "No records yet. Add one here, seed them through the control API, or restore a snapshot." : "No records found.";
  return (
    <>
      <Tabs
        label="Object types"
        tabs={types.slice(0, maxTypes).map((one) => ({
          href: linkTo(path, { type: one.name }),
          text: <Cut text={titleOf(one.name)} max={40} />,
          isCurrent: one.name === type || one.typeId === type,
        }))}
      />
      {types.length > maxTypes && <p class="muted">and {types.length - maxTypes} more object types</p>}
      {type !== "" && (
        <form class="row" method="get" action={path}>
          <HiddenFields fields={[["type", type]]} />
          <Field
            name="q"
            label="Find"
            hint="the start of words, in records that are not archived"
            type="search"
            maxlength={maxTextLength}
            value={text}
          />
          <Field name="archived" label="State" value={archived} options={states} />
          <button type="submit">Find</button>
        </form>
      )}
      <Table
        caption={<Cut text={text === "" ? `${titleOf(type)}, ordered by id` : `${titleOf(type)} with the text`} max={100} />}
        columns={columnsOf(path, type, displayProperties)}
        items={results}
        empty={nothing}
      />
      <p>
        <a class="button" href={`${path}?${new URLSearchParams({ new: type })}`}>
          Add a record
        </a>
      </p>
      <Pager
        first={!isFirst && { href: linkTo(path, { type, q: text, archived }), text: "First page" }}
        next={paging?.next && { href: linkTo(path, { type, q: text, archived, after: paging.next.after }), text: "Next page" }}
      />
    </>
  );
}

function columnsOf(path: string, type: string, displayProperties: readonly string[]): Column<CrmRecord>[] {
  return [
    { title: "Id", cell: ({ id }) => <a href={`${path}/${encodeURIComponent(type)}/${id}`}>{id}</a> },
    { title: "Name", cell: ({ properties }) => <Name text={nameIn(properties, displayProperties)} /> },
    { title: "Updated", cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    { title: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: "State", isUntitled: true, cell: ({ archivedAt }) => archivedAt && <Badge kind="warning" text="archived" /> },
  ];
}

function nameIn(properties: CrmRecord["properties"], displayProperties: readonly string[]): string {
  const [displayed] = displayProperties.flatMap((name) => properties[name] ?? []);
  return displayed ?? nameOfRecord((property) => properties[property]);
}

function Name({ text }: { readonly text: string }) {
  return text === "" ? <span class="muted">no name</span> : <Cut text={text} max={120} />;
}

export function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
