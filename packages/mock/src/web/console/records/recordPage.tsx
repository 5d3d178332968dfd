import type { AssociatedRecord, AssociationGroup, RecordDetails, ValueWithTimestamp } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { Table } from "../components/table.tsx";
import { Cut, counted, Moment } from "../components/text.tsx";
import { titleOf } from "./recordList.tsx";

export interface RecordPageProps {
  /** Of all records of the account. */
  readonly path: string;
  /** Of this record. */
  readonly own: string;
  readonly record: RecordDetails;
  readonly associations: Markup;
  /** Whether the associations are a further page of one type, which stands alone. */
  readonly isPart: boolean;
}

export function RecordPage({ path, own, record, associations, isPart }: RecordPageProps): Markup {
  if (isPart) {
    return (
      <>
        <p>
          <a href={own}>Back to the record</a>
        </p>
        <h2>Associations</h2>
        {associations}
      </>
    );
  }
  const { objectType, typeId, id, createdAt, updatedAt, archivedAt } = record;
  return (
    <>
      <p>
        <a href={`${path}?type=${encodeURIComponent(objectType)}`}>
          <Cut text={titleOf(objectType)} max={100} />
        </a>
      </p>
      <dl class="facts card">
        <Fact term="Id">{id}</Fact>
        <Fact term="Object type">
          <Cut text={objectType} max={100} /> <code>{typeId}</code>
        </Fact>
        <Fact term="Created">
          <Moment at={createdAt} />
        </Fact>
        <Fact term="Changed">
          <Moment at={updatedAt} />
        </Fact>
        {archivedAt !== undefined && (
          <Fact term="State">
            <span class="badge warning">archived</span> <Moment at={archivedAt} />
          </Fact>
        )}
      </dl>
      <h2 id="associations">Associations</h2>
      {associations}
      <h2>Properties</h2>
      <p>
        <a class="button small" href={`${own}/edit`}>
          Edit the record
        </a>
      </p>
      <Properties properties={record.properties} />
    </>
  );
}

// A record may have associations of any number of types.
const maxGroups = 40;

export interface AssociationsProps extends Pick<RecordPageProps, "path" | "own" | "isPart"> {
  readonly groups: readonly AssociationGroup[];
}

/** The records at the other ends, by association type. */
export function Associations({ path, own, groups, isPart }: AssociationsProps): Markup {
  if (groups.length === 0 && !isPart) return <p class="empty">The record is associated with nothing.</p>;
  return (
    <div class="cards links">
      {groups.slice(0, maxGroups).map((group) => (
        <Group group={group} path={path} own={own} />
      ))}
      {groups.length > maxGroups && (
        <p class="muted">and {counted(groups.length - maxGroups, "more type of associations", "more types of associations")}</p>
      )}
    </div>
  );
}

function Group({ group, path, own }: { readonly group: AssociationGroup } & Pick<RecordPageProps, "path" | "own">) {
  const { typeId, name, inverseName, primary, objectType, count, results, paging } = group;
  const hasOtherInverse = inverseName !== "" && inverseName !== name;
  return (
    <section class="card">
      <h3>
        <Cut text={`${objectType}: ${name === "" ? "no name" : name}`} max={120} />
      </h3>
      <p class="muted">
        {counted(count, "record")}, type {typeId}
        {hasOtherInverse && (
          <>
            , the way back is <Cut text={inverseName} max={100} />
          </>
        )}{" "}
        {primary && <span class="badge accent">primary</span>}
      </p>
      <ul>
        {results.map((record) => (
          <li>
            <Neighbour href={`${path}/${encodeURIComponent(objectType)}/${record.id}`} record={record} />
          </li>
        ))}
      </ul>
      {paging && (
        <p>
          <a href={`${own}?links=${typeId}&after=${paging.next.after}`}>More of them</a>
        </p>
      )}
    </section>
  );
}

function Neighbour({ href, record: { id, name, state } }: { readonly href: string; readonly record: AssociatedRecord }) {
  if (state === "missing") return <span class="muted">{id}, a record that is not there</span>;
  return (
    <>
      <a href={href}>{name === "" ? id : <Cut text={name} max={80} />}</a> {name !== "" && <span class="muted">{id}</span>}{" "}
      {state === "archived" && <span class="badge warning">archived</span>}
    </>
  );
}

// A record may have any number of properties, each with a long history of long values; a snapshot has all of it.
const maxProperties = 250;
const maxVersions = 20;
const maxValueLength = 2_000;

/** The properties of a record by name, each with its earlier values. */
function Properties({ properties }: Pick<RecordDetails, "properties">) {
  const all = Object.entries(properties);
  if (all.length === 0) return <p class="empty">The record has no properties.</p>;
  const shown = all.slice(0, maxProperties).flatMap(([name, [present, ...earlier]]) => (present ? [{ name, present, earlier }] : []));
  return (
    <>
      <Table
        caption="Properties by name, with where their values come from"
        columns={[
          { title: "Name", cell: ({ name }) => <Cut text={name} max={200} /> },
          {
            title: "Value",
            cell: ({ present, earlier }) => (
              <>
                <Value version={present} />
                {earlier.length > 0 && <History earlier={earlier} />}
              </>
            ),
          },
          { title: "Since", cell: ({ present }) => <Moment at={present.timestamp} /> },
          { title: "From", cell: ({ present }) => <Source version={present} /> },
        ]}
        items={shown}
      />
      {all.length > maxProperties && <p class="muted">and {(all.length - maxProperties).toLocaleString("en")} more properties</p>}
    </>
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
      <ol class="history">
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

/** Where a value comes from: the kind of source, and whatever is known of it. */
function Source({ version }: { readonly version: ValueWithTimestamp }) {
  const { sourceType, sourceLabel, sourceId, updatedByUserId } = version;
  const known = [sourceType, sourceLabel, sourceId, updatedByUserId === undefined ? undefined : `user ${updatedByUserId}`];
  return <Cut text={known.filter((part) => part !== undefined && part !== "").join(", ")} max={200} />;
}
