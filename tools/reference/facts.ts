import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OperationFacts as OperationEntry, type OperationId, operationTable } from "@crm-platform/types";
import { anchorOf } from "../../packages/mock/src/web/operationAnchor.ts";
import type { Document, Operation as DocumentOperation, Json } from "../openapi/document.ts";
import { pointerKeys } from "../openapi/pointer.ts";

/** An operation, as the pages tell of it. */
export interface OperationFacts extends OperationEntry {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Where it is described, from any page of the site. */
  readonly href: string;
  /** The operation of the document, for what only one page needs. */
  readonly source: DocumentOperation;
}

export interface AreaFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly href: string;
  readonly operations: readonly OperationFacts[];
}

/** What the pages are made from, so that no page states what the document does not. */
export interface Facts {
  readonly document: Document;
  readonly areas: readonly AreaFacts[];
  readonly operations: readonly OperationFacts[];
}

/** Reads the bundle. @param root the folder of the repository */
export async function readFacts(root: string): Promise<Facts> {
  const text = await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8");
  const document = JSON.parse(text) as Document;
  const operations = Object.entries(operationTable).map(([id, entry]): OperationFacts => {
    const source = document.paths?.[entry.path]?.[entry.method.toLowerCase()] as DocumentOperation;
    const { summary = "", description = "" } = source;
    return { ...entry, id, summary, description, href: operationHref(id), source };
  });
  const areas = (document.tags ?? []).map(
    ({ name, description = "", "x-displayName": title = name }): AreaFacts => ({
      name,
      title,
      description,
      href: `api.html#/${name.toLowerCase()}`,
      operations: operations.filter(({ area }) => area === name),
    }),
  );
  return { document, areas, operations };
}

/** Where an operation is described, from any page of the site. */
export function operationHref(id: string): string {
  return `api.html${anchorOf(id)}`;
}

export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operationTable, id);
}

/** A part of the document by its JSON pointer, references followed. @throws Error when nothing is there */
export function lookUp(document: Document, pointer: string): { readonly [key: string]: Json } {
  const found = pointerKeys(pointer).reduce<unknown>((node, key) => {
    const part = (node as Record<string, unknown> | undefined)?.[key];
    return isReference(part) ? lookUp(document, part.$ref) : part;
  }, document);
  if (typeof found !== "object" || found === null) throw new Error(`Nothing is at ${pointer} of the document.`);
  return found as { readonly [key: string]: Json };
}

function isReference(node: unknown): node is { readonly $ref: string } {
  return typeof node === "object" && node !== null && "$ref" in node;
}
