import type { Document } from "../../openapi/document.ts";
import type { Behavior } from "../model/behaviors.ts";
import type { Model } from "../model/model.ts";
import type { PrintedTypes } from "./types/typeScript.ts";

export interface Described {
  readonly document: Document;
  readonly model: Model;
  readonly types: PrintedTypes;
}

export interface Sources extends Described {
  readonly control: Described | undefined;
  readonly behaviors: readonly Behavior[];
}

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** Import specifiers, which differ between this repository's packages and code generated from another document. */
export interface Specifiers {
  readonly types: string;
  readonly engine: string;
}

export const packageSpecifiers: Specifiers = {
  types: "@crm-platform/types",
  engine: "../engine/index.ts",
};

export const standaloneSpecifiers: Specifiers = {
  types: "../types/index.ts",
  engine: "@crm-platform/client/engine",
};

export function fromSubfolder(specifier: string): string {
  return specifier.startsWith(".") ? `../${specifier}` : specifier;
}
