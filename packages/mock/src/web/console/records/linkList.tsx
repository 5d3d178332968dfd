import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import type { LinkGroup, Neighbour, RecordLinks } from "./recordLinks.ts";
import { recordAddress } from "./recordList.tsx";
import { nameOfRecord, pluralOf } from "./recordName.ts";

export interface LinkListProps {
  /** Of all records of the account. */
  readonly path: string;
  /** Of the record whose links they are. */
  readonly own: string;
  readonly links: RecordLinks;
}

/** The links of a record in words, by association type: the same as the graph shows, and more. */
export function LinkList({ path, own, links: { groups, moreGroups } }: LinkListProps): Markup {
  return (
    <div class="cards links">
      {groups.map((group) => (
        <section class="card">
          <h3>
            <Cut text={`${pluralOf(group.toType)}: ${group.there === "" ? "no name" : group.there}`} most={120} />
          </h3>
          <p class="muted">
            {group.count === 1 ? "1 record" : `${group.count.toLocaleString("en")} records`}, type {group.typeId}
            <Back group={group} /> {group.isPrimary && <span class="badge accent">primary</span>}
          </p>
          <ul>
            {group.neighbours.map((neighbour) => (
              <li>
                <NeighbourLink path={path} neighbour={neighbour} />
              </li>
            ))}
          </ul>
          {group.next !== undefined && (
            <p>
              <a href={`${own}?links=${group.typeId}&after=${group.next}`}>More of them</a>
            </p>
          )}
        </section>
      ))}
      {moreGroups > 0 && <p class="muted">and {moreGroups.toLocaleString("en")} more types of associations</p>}
    </div>
  );
}

function Back({ group: { there, back } }: { readonly group: LinkGroup }) {
  if (back === "" || back === there) return null;
  return (
    <>
      , the way back is <Cut text={back} most={100} />
    </>
  );
}

function NeighbourLink({ path, neighbour: { objectType, id, record } }: { readonly path: string; readonly neighbour: Neighbour }) {
  if (!record) return <span class="muted">{id}, a record that is not there</span>;
  const name = nameOfRecord(record);
  return (
    <>
      <a href={recordAddress(path, objectType, id)}>{name === "" ? id : <Cut text={name} most={80} />}</a>{" "}
      {name !== "" && <span class="muted">{id}</span>} {record.archivedAt !== null && <span class="badge warning">archived</span>}
    </>
  );
}
