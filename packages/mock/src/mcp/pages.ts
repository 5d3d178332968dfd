import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { ownPackage } from "../ownPackage.ts";

const folder = join(ownPackage, "reference");

export const pagesUri = "crm-platform://docs/";

export interface Page {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Lists the guides and the pages of the operations. The list is empty until `pnpm run docs` has built the reference. */
export async function listPages(): Promise<Page[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const names = files.filter((file) => file.endsWith(".md")).map((file) => file.split(sep).join("/"));
  return names.sort().map((name) => ({ uri: pagesUri + name, name, mimeType: "text/markdown" }));
}

export async function readPage(uri: string): Promise<string | undefined> {
  const page = (await listPages()).find((one) => one.uri === uri);
  return page && readFile(join(folder, page.name), "utf8");
}

export function pageUriOf(operationId: string): string {
  return `${pagesUri}operations/${operationId.replace(".", "/")}.md`;
}
