import type { ValueWithTimestamp } from "@crm-platform/types";
import type { AssociatedRecord, AssociationGroup } from "../../../generated/control/schemas.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { Confirm, type FieldProps, Form, type FormView } from "../components/forms.tsx";
import { linkTo, Table } from "../components/table.tsx";
import { Badge, Cut, counted, Moment } from "../components/text.tsx";
import type { ConsoleRecord } from "./readRecord.ts";
import { ObjectTypeNames, objectTypeNames } from "./recordForm.tsx";
import { titleOf } from "./recordList.tsx";

export interface RecordPageProps {
  readonly path: string;
  readonly own: string;
  readonly record: ConsoleRecord;
  readonly associations: Markup;
  readonly view: FormView;
  readonly types: readonly string[];
}

export function RecordPage({ path, own, record, associations, view, types }: RecordPageProps): Markup {
  const { objectType, id, createdAt, updatedAt, archivedAt, properties } = record;
  return (
    <>
      <p>
        <a href={linkTo(path, { type: objectType })}>
          <Cut text={titleOf(objectType)} max={100} />
        </a>
      </p>
      <Facts
        facts={{
          Id: id,
          "Object type": <Cut text={objectType} max={100} />,
          Created: <Moment at={createdAt} />,
          Updated: <Moment at={updatedAt} />,
          Archived: archivedAt !== undefined && <Moment at={archivedAt} />,
        }}
      />
      <div class="actions">
        <a class="button small" href={linkTo(path.replace(/records$/, "timeline"), { record: `${objectType}/${id}` })}>
          Timeline
        </a>
        {archivedAt === undefined ? (
          <>
            <a class="button small" href={`${own}?edit`}>
              Edit the record
            </a>
            <Confirm view={view} action="archive" button="Archive the record">
              The API no longer returns the record. It can be restored within 90 days.
            </Confirm>
          </>
        ) : (
          <Form view={view} action="restore" button="Restore the record" kind="small" />
        )}
      </div>
      <h2>Associations</h2>
      {associations}
      {archivedAt === undefined && (
        <section class="card">
          <h3>Associate a record</h3>
          <Form view={view} action="associate" button="Continue" fields={otherRecord}>
            <ObjectTypeNames types={types} />
          </Form>
        </section>
      )}
      <h2>Properties</h2>
      <Properties properties={properties} />
    </>
  );
}

const otherRecord: readonly FieldProps[] = [
  { name: "type", of: "objectType", label: "Object type", list: objectTypeNames, required: true },
  { name: "id", of: "recordId", label: "Id", inputmode: "numeric", required: true },
];

const maxGroups = 40;

export interface AssociationsProps {
  readonly path: string;
  readonly own: string;
  readonly groups: readonly AssociationGroup[];
  readonly isPart: boolean;
}

export function Associations({ path, own, groups, isPart }: AssociationsProps): Markup {
  if (groups.length === 0 && !isPart) return <p class="empty">No associations. Associate another record below.</p>;
  return (
    <>
      {isPart && <a href={own}>Back to the record</a>}
      <div class="cards">
        {groups.slice(0, maxGroups).map((group) => (
          <Group group={group} path={path} own={own} />
        ))}
      </div>
      {groups.length > maxGroups && <p class="muted">and {counted(groups.length - maxGroups, "more association type")}</p>}
    </>
  );
}

function Group({ group, path, own }: Pick<AssociationsProps, "path" | "own"> & { readonly group: AssociationGroup }) {
  const { typeId, name, inverseName, primary, objectType, count, results, paging } = group;
  return (
    <section class="card">
      <h3>
        <Cut text={`${objectType}: ${name === "" ? "no name" : name}`} max={120} />
      </h3>
      <p class="muted">
        {counted(count, "record")}, type {typeId}
        {inverseName !== "" && inverseName !== name && (
          <>
            , inverse <Cut text={inverseName} max={100} />
          </>
        )}{" "}
        {primary && <Badge kind="accent" text="primary" />}
      </p>
      <ul>
        {results.map((record) => (
          <li>
            <Neighbor href={`${path}/${encodeURIComponent(objectType)}/${record.id}`} record={record} />{" "}
            {record.state !== "missing" && (
              <a
                href={`${own}/associations/${encodeURIComponent(objectType)}/${record.id}`}
                aria-label={`Change the association with ${record.id}`}
              >
                Change
              </a>
            )}
          </li>
        ))}
      </ul>
      {paging && <a href={linkTo(own, { links: typeId, after: paging.next.after })}>More records</a>}
    </section>
  );
}

function Neighbor({ href, record: { id, name, state } }: { readonly href: string; readonly record: AssociatedRecord }) {
  if (state === "missing") return <span class="muted">{id}, not found</span>;
  return (
    <>
      <a href={href}>{name === "" ? id : <Cut text={name} max={80} />}</a> {name !== "" && <span class="muted">{id}</span>}{" "}
      {state === "archived" && <Badge kind="warning" text="archived" />}
    </>
  );
}

// The page shortens long lists and values. A snapshot contains them in full.
const maxProperties = 250;
const maxVersions = 20;
const maxValueLength = 2_000;

function Properties({ properties }: Pick<ConsoleRecord, "properties">) {
  const items = Object.entries(properties).flatMap(([name, [current, ...earlier]]) => (current ? [{ name, current, earlier }] : []));
  return (
    <Table
      caption="Properties by name, with the sources of their values"
      columns={[
        { title: "Name", cell: ({ name }) => <Cut text={name} max={200} /> },
        {
          title: "Value",
          cell: ({ current, earlier }) => (
            <>
              <Value version={current} />
              {earlier.length > 0 && <History earlier={earlier} />}
            </>
          ),
        },
        { title: "Since", cell: ({ current }) => <Moment at={current.timestamp} /> },
        { title: "Source", cell: ({ current }) => <Source version={current} /> },
      ]}
      items={items}
      empty="No properties."
      max={maxProperties}
    />
  );
}

function Value({ version: { value } }: { readonly version: ValueWithTimestamp }) {
  if (value === "") return <span class="muted">empty</span>;
  return (
    <span class="value">
      <Cut text={value} max={maxValueLength} />
    </span>
  );
}

function History({ earlier }: { readonly earlier: readonly ValueWithTimestamp[] }) {
  const more = earlier.length - maxVersions;
  return (
    <details>
      <summary>{counted(earlier.length, "earlier value")}</summary>
      <ol>
        {earlier.slice(0, maxVersions).map((version) => (
          <li>
            <Value version={version} />
            <span class="hint">
              <Moment at={version.timestamp} /> <Source version={version} />
            </span>
          </li>
        ))}
        {more > 0 && <li class="muted">and {more.toLocaleString("en")} more</li>}
      </ol>
    </details>
  );
}

function Source({ version }: { readonly version: ValueWithTimestamp }) {
  const { sourceType, sourceLabel, sourceId, updatedByUserId } = version;
  const known = [sourceType, sourceLabel, sourceId, updatedByUserId === undefined ? undefined : `user ${updatedByUserId}`];
  return <Cut text={known.filter((part) => part !== undefined && part !== "").join(", ")} max={200} />;
}
