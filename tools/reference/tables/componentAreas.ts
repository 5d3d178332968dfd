import { componentsBelow } from "../../openapi/resolve.ts";
import type { Facts } from "../facts.ts";

/** Maps a place to the area of its operation, to the only area whose operations refer to it, or to `shared`. */
export function areasOfComponents({ document, operations }: Facts): (pointer: string, place: string) => string {
  const users = new Map<string, Set<string>>();
  for (const { area, source } of operations) {
    for (const component of componentsBelow(document, source)) {
      users.set(component, (users.get(component) ?? new Set()).add(area));
    }
  }
  const areas = new Set(operations.map(({ area }) => area));
  return (pointer, place) => {
    const [area = ""] = place.split(".");
    if (areas.has(area)) return area;
    const [, component = ""] = /^#\/components\/([^/]+\/[^/]+)/.exec(pointer) ?? [];
    const [only, ...others] = users.get(component) ?? [];
    return only === undefined || others.length > 0 ? (areaOfData(pointer) ?? "shared") : only;
  };
}

function areaOfData(pointer: string): string | undefined {
  if (pointer.startsWith("#/x-data/associationTypes")) return "associations";
  if (pointer.startsWith("#/x-data/defaultEventProperties")) return "eventDefinitions";
  return undefined;
}
