import { changeRows } from "./eventDefinitions/changes.ts";
import { definitionRows } from "./eventDefinitions/definition.ts";
import { matchingRows } from "./eventDefinitions/matching.ts";
import { primaryObjectRows } from "./eventDefinitions/primaryObject.ts";
import { propertyRows } from "./eventDefinitions/properties.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...definitionRows, ...changeRows, ...propertyRows, ...primaryObjectRows, ...matchingRows };
