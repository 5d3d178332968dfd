import { type HandlersOfArea, reads } from "./handlers.ts";
import { batchRead } from "./records/batchRead.ts";
import { knownType } from "./records/objectTypes.ts";

export const meetings: HandlersOfArea<"meetings"> = {
  "meetings.batchRead": reads(({ query, body }, context) => batchRead(knownType("meetings"), { ...query, ...body }, context)),
};
