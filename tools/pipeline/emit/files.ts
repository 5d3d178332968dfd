import type { Document } from "../../openapi/document.ts";
import type { Behaviour } from "../model/behaviours.ts";
import type { Model } from "../model/model.ts";
import type { PrintedTypes } from "./types/typeScript.ts";

/** A document, what is known of it, and its types as TypeScript prints them. */
export interface Described {
  readonly document: Document;
  readonly model: Model;
  readonly types: PrintedTypes;
}

/** All that files are made from. */
export interface Sources extends Described {
  /** The mock's own API. */
  readonly control: Described | undefined;
  readonly behaviours: readonly Behaviour[];
}

/** A file that an emitter asks for, relative to the folder of its package's generated code. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** How generated modules name what they import. It differs between our packages and a set made for another document. */
export interface Specifiers {
  /** From a module of the client to the generated types. */
  readonly types: string;
  /** From a module of the client to the engine that runs operations. */
  readonly engine: string;
  /** From a module of the mock to the bundled document. */
  readonly document: string;
}

export const packageSpecifiers: Specifiers = {
  types: "@crm-platform/types",
  engine: "../engine/index.ts",
  document: "@crm-platform/types/openapi.json",
};

/** A set in one folder refers to its own types, and to the engine as it is published. */
export const standaloneSpecifiers: Specifiers = {
  types: "../types/index.ts",
  engine: "@crm-platform/client/engine",
  document: "../types/openapi.json",
};

/** A specifier as seen from a folder one level below the generated folder. */
export function fromSubfolder(specifier: string): string {
  return specifier.startsWith(".") ? `../${specifier}` : specifier;
}
