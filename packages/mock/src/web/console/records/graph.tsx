import type { StoredRecord } from "../../../store/store.ts";
import type { Markup } from "../../html.ts";
import { cut } from "../cut.tsx";
import { type GraphNode, layoutOf } from "./graphLayout.ts";
import type { RecordLinks } from "./recordLinks.ts";
import { recordAddress } from "./recordList.tsx";
import { nameOfRecord, pluralOf } from "./recordName.ts";
import { fittedText } from "./textWidth.ts";

export interface GraphProps {
  /** Of all records of the account. */
  readonly path: string;
  readonly record: StoredRecord;
  readonly name: string;
  readonly links: RecordLinks;
}

const width = 1040;
const middle = width / 2;
/** Of the box in the middle, and of those beside it. */
const own = { width: 190, height: 60 };
const box = { width: 232, height: 42 };
const colours = 6;
// As console.css has them.
const nameSize = 14;
const kindSize = 12;
/** A bold text is so much wider. */
const boldness = 1.08;
const padding = 12;
const nameRoom = box.width - 2 * padding;
/** Of a line, beside the box in the middle. */
const labelRoom = 165;

/** A record and those it is associated with, drawn. Each is a link; the list beside the graph says the same in words. */
export function Graph({ path, record, name, links }: GraphProps): Markup {
  const { nodes, height, more } = layoutOf(links.groups, links.count);
  const centre = height / 2;
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${width} ${height}`} aria-labelledby="graph-title graph-description">
        <title id="graph-title">The associations of this record</title>
        <desc id="graph-description">
          This record is in the middle, with a line to each record beside it. The list below says the same.
        </desc>
        {nodes.map((node) => (
          <Edge node={node} centre={centre} />
        ))}
        <g class="own">
          <rect x={middle - own.width / 2} y={centre - own.height / 2} width={own.width} height={own.height} rx="10" />
          <text class="kind" x={middle} y={centre - 10} text-anchor="middle">
            {fittedText(pluralOf(record.objectType), own.width - 2 * padding, kindSize)}
          </text>
          <text x={middle} y={centre + 12} text-anchor="middle">
            {fittedText(name === "" ? record.id : name, own.width - 2 * padding, nameSize * boldness)}
          </text>
        </g>
        {nodes.map((node) => (
          <Node node={node} path={path} />
        ))}
      </svg>
      {more > 0 && (
        <figcaption class="muted">
          + {more.toLocaleString("en")} more {more === 1 ? "association" : "associations"}
        </figcaption>
      )}
    </figure>
  );
}

/** A line that ends level, so that its label has room on it. */
function Edge({ node: { side, y, labels, isPrimary }, centre }: { readonly node: GraphNode; readonly centre: number }) {
  const sign = side === "right" ? 1 : -1;
  const x = (away: number) => middle + sign * away;
  const end = middle - box.width;
  const label = labels.map((one) => (one === "" ? "no name" : one)).join(", ");
  return (
    <g class={isPrimary ? "edge primary" : "edge"}>
      <path d={`M${x(own.width / 2)} ${centre} C${x(150)} ${centre} ${x(120)} ${y} ${x(170)} ${y} H${x(end)}`} />
      <text x={x(end - 8)} y={y - 6} text-anchor={side === "right" ? "end" : "start"}>
        {fittedText(isPrimary ? `★ ${label}` : label, labelRoom, kindSize)}
      </text>
    </g>
  );
}

function Node({ node, path }: { readonly node: GraphNode; readonly path: string }) {
  const { neighbour, side, y, group, labels } = node;
  const { objectType, id, record } = neighbour;
  const name = record ? nameOfRecord(record) : "";
  const left = side === "right" ? width - box.width + 1 : 1;
  const state = record === undefined ? "not there" : record.archivedAt === null ? "" : "archived";
  const words = [`${pluralOf(objectType)}/${id}`, cut(name, 100), state, cut(labels.join(", "), 100)]
    .filter((part) => part !== "")
    .join(", ");
  const drawn = (
    <>
      <title>{words}</title>
      <rect x={left} y={y - box.height / 2} width={box.width - 2} height={box.height} rx="8" />
      <text class="kind" x={left + padding} y={y - 5}>
        {fittedText(`${state === "" ? "" : `${state}: `}${pluralOf(objectType)} ${id}`, nameRoom, kindSize)}
      </text>
      <text x={left + padding} y={y + 12}>
        {fittedText(name === "" ? id : name, nameRoom, nameSize)}
      </text>
    </>
  );
  const classes = `node colour-${group % colours}${state === "" ? "" : " gone"}`;
  if (!record) return <g class={classes}>{drawn}</g>;
  return (
    <a class={classes} href={recordAddress(path, objectType, id)}>
      {drawn}
    </a>
  );
}
