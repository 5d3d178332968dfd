import type { Facts } from "./facts.ts";
import { groups } from "./pages.ts";
import { titleOfType } from "./tables/builtIn.ts";
import { fidelityAreas } from "./tables/fidelity.ts";

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Item[];
}

/** Sidebars by folder. The pages of an area list only its own operations, because every page contains its sidebar. */
export function makeSidebars(facts: Facts): Record<string, readonly Item[]> {
  const guides = groups.map(({ title, pages }) => ({
    text: title,
    items: pages.map(({ file, title: text }) => ({ text, link: linkTo(file) })),
  }));
  const properties = [...facts.builtIn.keys()].map((type) => ({ text: titleOfType(type), link: `/properties/${type}` }));
  const fidelity = fidelityAreas(facts).map(({ name, title }) => ({ text: title, link: `/fidelity/${name}` }));
  return {
    "/": guides,
    "/properties/": [{ text: "Built-in properties", items: properties }, ...guides],
    "/fidelity/": [{ text: "Fidelity", items: fidelity }, ...guides],
    "/operations/": operationsOf(facts),
    ...Object.fromEntries(facts.areas.map(({ name }) => [`/operations/${name}/`, operationsOf(facts, name)])),
  };
}

function operationsOf({ areas }: Facts, openArea?: string): Item[] {
  const items = areas.map(({ name, title, href, operations }): Item => {
    if (name !== openArea) return { text: title, link: linkTo(href) };
    const own = operations.map((operation) => ({
      text: `<span class="method ${operation.method.toLowerCase()}">${operation.method}</span>${operation.summary}`,
      link: linkTo(operation.href),
    }));
    return { text: title, link: linkTo(href), items: own };
  });
  return [{ text: "Operations", items: [{ text: "All operations", link: "/operations/" }, ...items] }];
}

function linkTo(file: string): string {
  return `/${file.replace(/^\//, "").replace(/(^|\/)index\.md$|\.md$/, "$1")}`;
}
