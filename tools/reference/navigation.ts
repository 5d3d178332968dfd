import type { Facts } from "./facts.ts";
import { fidelityAreas } from "./fidelity.ts";
import type { Contents } from "./markdown.ts";
import { titleOfType } from "./properties.ts";

/** The pages above the areas, by heading of the sidebar, in reading order. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  Introduction: ["index", "getting-started"],
  Concepts: ["authentication", "errors", "limits", "pagination", "batches", "fetch-libraries"],
  "Area guides": [
    ...["records", "properties", "custom-objects", "lists", "associations"],
    ...["transactional-email", "custom-events", "webhooks", "content"],
  ],
  Mock: [
    ...["test-runners", "accounts", "clock", "faults", "explore", "journal", "consent"],
    ...["existing-programs", "agents", "control-api", "contract", "examples", "proxy", "hosting"],
  ],
  "Versions and fidelity": ["versioning", "deprecations", "fidelity"],
  Reference: ["operations/index", "error-index", "scopes", "downloads", "changelog"],
};

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
}

/** Sidebars by folder. The pages of an area list only its own operations, because every page contains its sidebar. */
export function makeSidebars(facts: Facts, contents: Contents): Record<string, readonly Item[]> {
  const item = (file: string): Item => ({ text: titleOf(contents, file), link: `/${file.replace(/(^|\/)index\.md$|\.md$/, "$1")}` });
  const guides = Object.entries(groups).map(([text, names]) => ({ text, items: names.map((name) => item(`${name}.md`)) }));
  const areasWith = (openArea?: string): Item[] => {
    const areas = facts.areas.map(({ name, href, operations }): Item => {
      if (name !== openArea) return item(href.slice(1));
      const own = operations.map(({ method, name: operationName, href: page }) => ({
        ...item(page.slice(1)),
        text: `<span class="method ${method.toLowerCase()}">${method}</span>${inWords(operationName)}`,
      }));
      return { ...item(href.slice(1)), items: own };
    });
    return [{ text: "Operations", items: [item("operations/index.md"), ...areas] }];
  };
  const properties = [...facts.builtIn.keys()].map((type) => ({ text: titleOfType(type), link: `/properties/${type}` }));
  const fidelity = fidelityAreas(facts).map(({ name, title: text }) => ({ text, link: `/fidelity/${name}` }));
  return {
    "/": guides,
    "/properties/": [{ text: "Built-in properties", items: properties }, ...guides],
    "/fidelity/": [{ text: "Fidelity", items: fidelity }, ...guides],
    "/operations/": areasWith(),
    ...Object.fromEntries(facts.areas.map(({ name }) => [`/operations/${name}/`, areasWith(name)])),
  };
}

/** For example `Batch read` for `batchRead`, which fits on one line. */
function inWords(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The first heading. The landing page has no heading in Markdown. */
export function titleOf(contents: Contents, file: string): string {
  return /^# (.*)$/m.exec(contents.get(file) ?? "")?.[1] ?? "Overview";
}
