import { titles } from "./changesets.ts";

/** A list of what has changed in one document, as `pnpm run change` writes it: groups, each a line and what stands under it. */
type Groups = Map<string, string[]>;

/**
 * The changelog of a package with its newest version as one text: what several changesets tell of the same document stands in one
 * list, breaks first, after what is written by hand. Before 1.0.0 breaks are minor changes, and are called breaks all the same.
 */
export function tidyChangelog(changelog: string, version: string): string {
  const heading = `\n## ${version}\n`;
  const start = changelog.indexOf(heading);
  if (start < 0) return changelog;
  const from = start + heading.length;
  const next = changelog.indexOf("\n## ", from);
  const end = next < 0 ? changelog.length : next;
  const sections = changelog.slice(from, end).split(/^(?=### )/m);
  const tidy = sections
    .map(tidySection)
    .filter((section) => section !== "")
    .join("\n\n");
  return `${changelog.slice(0, from)}\n${tidy}\n${changelog.slice(end)}`;
}

function tidySection(section: string): string {
  const { text, lists } = takeLists(section);
  const told = [...lists].map(([title, groups]) => `${title}\n\n${breaksFirst(groups).join("\n")}`);
  const whole = [text.replace(/\n{3,}/g, "\n\n").trim(), ...told].filter((part) => part !== "").join("\n\n");
  return whole.includes("\n  - **breaks**: ") ? whole.replace(/^### Minor Changes$/m, "### Breaking Changes") : whole;
}

/** The lists by their titles, and what is left without them. */
function takeLists(section: string): { text: string; lists: Map<string, Groups> } {
  const lists = new Map<string, Groups>();
  const left: string[] = [];
  let groups: Groups | undefined;
  let group: string[] | undefined;
  for (const line of section.split("\n")) {
    if (titleNames.includes(line)) {
      groups = lists.get(line) ?? new Map<string, string[]>();
      lists.set(line, groups);
      group = undefined;
    } else if (groups !== undefined && line.startsWith("- ")) {
      group = groups.get(line) ?? [];
      groups.set(line, group);
    } else if (group !== undefined && line.startsWith("  - ")) {
      if (!group.includes(line)) group.push(line);
    } else {
      // An empty line stands between title and list; anything else after a list is written by hand.
      if (line !== "" || group !== undefined) groups = undefined;
      group = undefined;
      left.push(line);
    }
  }
  return { text: left.join("\n"), lists };
}

const titleNames: readonly string[] = Object.values(titles);

function breaksFirst(groups: Groups): string[] {
  const isBreak = (line: string): boolean => line.startsWith("  - **breaks**");
  const sorted = (lines: readonly string[]): string[] => lines.toSorted((one, other) => Number(isBreak(other)) - Number(isBreak(one)));
  const all = [...groups].toSorted(([, one], [, other]) => Number(other.some(isBreak)) - Number(one.some(isBreak)));
  return all.flatMap(([line, own]) => [line, ...sorted(own)]);
}
