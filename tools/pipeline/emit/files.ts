import type { Document } from "../../openapi/document.ts";
import type { Behavior } from "../model/behaviors.ts";
import type { BuiltInProperties } from "../model/builtInProperties.ts";
import type { Model } from "../model/model.ts";
import type { PrintedTypes } from "./types/typeScript.ts";

export interface Described {
  readonly document: Document;
  readonly model: Model;
  readonly types: PrintedTypes;
}

export interface Sources extends Described {
  /** The control API, which only the mock uses. */
  readonly control: Described;
  readonly behaviors: readonly Behavior[];
  readonly builtIn: BuiltInProperties;
}

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** The modules from which a client imports the types of its API, the types of names, and the engine. */
export interface Imports {
  readonly types: string;
  readonly names: string;
  readonly engine: string;
}

export function fromSubfolder(specifier: string): string {
  return specifier.startsWith(".") ? `../${specifier}` : specifier;
}
