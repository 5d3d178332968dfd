import type { LinkGroup, Neighbour } from "./recordLinks.ts";

/** So many records are around the one in the middle; a list has the others. */
const maxNodes = 24;

export interface GraphNode {
  readonly neighbour: Neighbour;
  /** What the associations with it are called from here. */
  readonly labels: readonly string[];
  readonly isPrimary: boolean;
  /** The place of its object type among those in the graph: equal types have equal colours. */
  readonly group: number;
  readonly side: "left" | "right";
  /** The middle of it. */
  readonly y: number;
}

export interface GraphLayout {
  readonly nodes: readonly GraphNode[];
  readonly height: number;
  /** Associated records that are not in the graph, at least. */
  readonly more: number;
}

const rowHeight = 52;

/** Places the records around a record: in two columns, those of one object type beside each other, so that no names overlap. */
export function layoutOf(groups: readonly LinkGroup[], count: number): GraphLayout {
  const joined = joinedByRecord(groups);
  const types = [...new Set(joined.map(({ neighbour }) => neighbour.objectType))];
  const shown = joined
    .toSorted((one, other) => types.indexOf(one.neighbour.objectType) - types.indexOf(other.neighbour.objectType))
    .slice(0, maxNodes);
  const onTheRight = Math.ceil(shown.length / 2);
  const height = Math.max(onTheRight, 2) * rowHeight;
  const nodes = shown.map((node, index): GraphNode => {
    const isRight = index < onTheRight;
    const inColumn = isRight ? onTheRight : shown.length - onTheRight;
    const place = isRight ? index : index - onTheRight;
    const y = (height - inColumn * rowHeight) / 2 + (place + 0.5) * rowHeight;
    return { ...node, group: types.indexOf(node.neighbour.objectType), side: isRight ? "right" : "left", y };
  });
  const links = shown.reduce((sum, { labels }) => sum + labels.length, 0);
  return { nodes, height, more: count - links };
}

/** Each record once, with all that its associations are called. */
function joinedByRecord(groups: readonly LinkGroup[]): Pick<GraphNode, "neighbour" | "labels" | "isPrimary">[] {
  const byRecord = new Map<string, { neighbour: Neighbour; labels: string[]; isPrimary: boolean }>();
  // Of each type some, before there are more of one: so the graph shows which types there are.
  const most = Math.max(...groups.map(({ neighbours }) => neighbours.length), 0);
  for (let place = 0; place < most; place += 1) {
    for (const { neighbours, there, isPrimary } of groups) {
      const neighbour = neighbours[place];
      if (!neighbour) continue;
      const key = `${neighbour.objectType}/${neighbour.id}`;
      const joined = byRecord.get(key) ?? { neighbour, labels: [], isPrimary: false };
      joined.labels.push(there);
      joined.isPrimary ||= isPrimary;
      byRecord.set(key, joined);
    }
  }
  return [...byRecord.values()];
}
