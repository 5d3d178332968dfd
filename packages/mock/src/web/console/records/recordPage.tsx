import type { StoredRecord } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { Graph } from "./graph.tsx";
import { LinkList } from "./linkList.tsx";
import { PropertyTable } from "./propertyTable.tsx";
import type { RecordLinks } from "./recordLinks.ts";
import { recordAddress } from "./recordList.tsx";
import { pluralOf, titleOf } from "./recordName.ts";
import { At } from "./recordTime.tsx";

export interface RecordPageProps {
  /** Of all records of the account. */
  readonly path: string;
  readonly record: StoredRecord;
  /** Empty when it has none. */
  readonly name: string;
  readonly links: RecordLinks;
  /** Whether the links are further ones of one type, for which there is no graph. */
  readonly isFurther: boolean;
}

export function RecordPage({ path, record, name, links, isFurther }: RecordPageProps): Markup {
  const own = recordAddress(path, record.objectType, record.id);
  if (isFurther) {
    return (
      <>
        <p>
          <a href={own}>Back to the record</a>
        </p>
        <h2>Associations</h2>
        <LinkList path={path} own={own} links={links} />
      </>
    );
  }
  return (
    <>
      <p>
        <a href={`${path}?type=${encodeURIComponent(pluralOf(record.objectType))}`}>
          <Cut text={titleOf(record.objectType)} most={100} />
        </a>
      </p>
      <Facts record={record} />
      <h2 id="associations">Associations</h2>
      {links.count === 0 ? (
        <p class="empty">The record is associated with nothing.</p>
      ) : (
        <>
          <Graph path={path} record={record} name={name} links={links} />
          <LinkList path={path} own={own} links={links} />
        </>
      )}
      <h2>Properties</h2>
      <p>
        <a class="button small" href={`${own}/edit`}>
          Edit the record
        </a>
      </p>
      <PropertyTable record={record} />
    </>
  );
}

function Facts({ record: { objectType, id, createdAt, updatedAt, archivedAt } }: { readonly record: StoredRecord }) {
  return (
    <dl class="facts card">
      <dt>Id</dt>
      <dd>{id}</dd>
      <dt>Object type</dt>
      <dd>
        <Cut text={pluralOf(objectType)} most={100} /> <code>{objectType}</code>
      </dd>
      <dt>Created</dt>
      <dd>
        <At milliseconds={createdAt} />
      </dd>
      <dt>Changed</dt>
      <dd>
        <At milliseconds={updatedAt} />
      </dd>
      {archivedAt !== null && (
        <>
          <dt>State</dt>
          <dd>
            <span class="badge warning">archived</span> <At milliseconds={archivedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
