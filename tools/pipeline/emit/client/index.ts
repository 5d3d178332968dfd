import type { Model } from "../../model/model.ts";
import type { GeneratedFile, Imports } from "../files.ts";
import type { PrintedTypes } from "../types/typeScript.ts";
import { emitAreas } from "./areas.ts";
import { emitClientModule } from "./client.ts";
import { emitOperationData } from "./operations.ts";

export function emitClient(model: Model, types: PrintedTypes, imports: Imports): GeneratedFile[] {
  return [emitOperationData(model, imports), ...emitAreas(model, types, imports), emitClientModule(model, types, imports)];
}
