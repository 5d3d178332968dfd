import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../workspace.ts";

/** The reference that the build before the tests wrote. */
const folder = join(root, "packages/mock/reference");

/** All files of the reference, except of Redoc. */
export const files: readonly string[] = existsSync(folder)
  ? (readdirSync(folder, { recursive: true }) as string[]).filter((file) => !file.startsWith("redoc")).toSorted()
  : [];

export const htmlFiles: readonly string[] = files.filter((file) => file.endsWith(".html") && file !== "404.html");

export function read(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

export function allOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, match = ""]) => match);
}

/** The text of a part of a page, without markup. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(file: string): ReadonlySet<string> {
  const own = anchors.get(file) ?? new Set(allOf(read(file), / id="([^"]+)"/g));
  anchors.set(file, own);
  return own;
}

/** @param links relative to the file `from` */
export function deadLinks(from: string, links: readonly string[]): string[] {
  return links.filter((link) => {
    const [path = "", fragment = ""] = decodeURI(link).split("#");
    const target = path === "" ? from : posix.join(posix.dirname(from), path);
    const file = target === "." || target.endsWith("/") ? posix.join(target, "index.html") : target;
    // Redoc creates its anchors in the browser.
    if (file.startsWith("redoc/")) return !existsSync(join(folder, file));
    return !files.includes(file) || (fragment !== "" && !anchorsOf(file).has(fragment));
  });
}
