import type { HandlersOfArea } from "./handlers.ts";
import { batchRead } from "./records/batchRead.ts";
import { knownType } from "./records/objectTypes.ts";

export const meetings: HandlersOfArea<"meetings"> = {
  "meetings.batchRead": {
    kind: "reads",
    run: ({ query, body }, context) => batchRead(knownType("meetings"), { ...query, ...body }, context),
  },
};
