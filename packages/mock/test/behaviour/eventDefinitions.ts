import { definitionRows } from "./events/definition.ts";
import { matchingRows } from "./events/matching.ts";
import { primaryObjectRows } from "./events/primaryObject.ts";
import { propertyRows } from "./events/properties.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...definitionRows, ...propertyRows, ...primaryObjectRows, ...matchingRows };
