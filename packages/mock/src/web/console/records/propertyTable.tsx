import type { PropertyVersion, StoredRecord } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { At } from "./recordTime.tsx";

// A record may have any number of properties, each with a long history of long values; a snapshot has all of it.
const maxProperties = 250;
const maxVersions = 20;
const maxValueLength = 2_000;

/** The properties of a record by name, each with its earlier values. */
export function PropertyTable({ record: { properties } }: { readonly record: StoredRecord }): Markup {
  const names = Object.keys(properties).sort();
  if (names.length === 0) return <p class="empty">The record has no properties.</p>;
  return (
    <>
      <div class="table stacks">
        <table>
          <caption>Properties by name, with where their values come from</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Since</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {names.slice(0, maxProperties).map((name) => (
              <Row name={name} versions={properties[name] ?? []} />
            ))}
          </tbody>
        </table>
      </div>
      {names.length > maxProperties && <p class="muted">and {(names.length - maxProperties).toLocaleString("en")} more properties</p>}
    </>
  );
}

function Row({ name, versions }: { readonly name: string; readonly versions: readonly PropertyVersion[] }) {
  const [present, ...earlier] = versions;
  if (!present) return null;
  return (
    <tr>
      <th scope="row">
        <Cut text={name} most={200} />
      </th>
      <td data-label="Value">
        <Value version={present} />
        {earlier.length > 0 && <History earlier={earlier} />}
      </td>
      <td data-label="Since">
        <At milliseconds={present.timestamp} />
      </td>
      <td data-label="From">
        <Source version={present} />
      </td>
    </tr>
  );
}

function Value({ version: { value } }: { readonly version: PropertyVersion }) {
  if (value === "") return <span class="muted">empty</span>;
  return (
    <span class="value">
      <Cut text={value} most={maxValueLength} />
    </span>
  );
}

function History({ earlier }: { readonly earlier: readonly PropertyVersion[] }) {
  const more = earlier.length - maxVersions;
  return (
    <details>
      <summary>{earlier.length === 1 ? "1 earlier value" : `${earlier.length.toLocaleString("en")} earlier values`}</summary>
      <ol class="history">
        {earlier.slice(0, maxVersions).map((version) => (
          <li>
            <Value version={version} />
            <span class="hint">
              <At milliseconds={version.timestamp} /> <Source version={version} />
            </span>
          </li>
        ))}
        {more > 0 && <li class="muted">and {more.toLocaleString("en")} more</li>}
      </ol>
    </details>
  );
}

/** Where a value comes from: the kind of source, and whatever is known of it. */
function Source({ version }: { readonly version: PropertyVersion }) {
  const { sourceType, sourceLabel, sourceId, updatedByUserId } = version;
  const known = [sourceType, sourceLabel, sourceId, updatedByUserId === undefined ? undefined : `user ${updatedByUserId}`];
  return <Cut text={known.filter((part) => part !== undefined && part !== "").join(", ")} most={200} />;
}
