import { operationTable } from "@crm-platform/types";
import { anchorOf } from "../../../packages/mock/src/web/operationAnchor.ts";
import { pages } from "../../reference/pages.ts";
import { makeSite, type Site } from "../../reference/site.tsx";
import { root } from "../workspace.ts";

let siteBuild: Promise<Site> | undefined;

export function builtSite(): Promise<Site> {
  siteBuild ??= makeSite(root);
  return siteBuild;
}

export const ids: readonly string[] = Object.keys(operationTable);
export const areas: readonly string[] = [...new Set(Object.values(operationTable).map(({ area }) => area))];

export const ownPages: readonly string[] = pages.map(({ file }) => file).filter((file) => file !== "api.html");

/** @throws Error if the file is missing or binary */
export function textOf(site: Site, file: string): string {
  const content = site.get(file);
  if (typeof content !== "string") throw new Error(`The reference has no text file ${file}.`);
  return content;
}

export function allOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, match = ""]) => match);
}

function anchorsOf(site: Site, file: string): Set<string> {
  if (file === "api.html") return new Set([...ids.map(anchorOf), ...areas.map((area) => `#/${area.toLowerCase()}`)]);
  return new Set(allOf(textOf(site, file), / id="([^"]+)"/g).map((id) => `#${id}`));
}

export function deadLinks(site: Site, from: string, links: readonly string[]): string[] {
  const anchorCache = new Map<string, Set<string>>();
  const hasAnchor = (file: string, anchor: string): boolean => {
    const anchors = anchorCache.get(file) ?? anchorsOf(site, file);
    anchorCache.set(file, anchors);
    return anchors.has(anchor);
  };
  return links.filter((link) => {
    const [path = "", fragment] = link.split(/(?=#)/);
    const file = path === "" ? from : path;
    if (path.startsWith("#")) return !hasAnchor(from, path);
    return !site.has(file) || (fragment !== undefined && !hasAnchor(file, fragment));
  });
}
