import type { HandlersOfArea } from "./handlers.ts";
import { archiveRecord } from "./records/archive.ts";
import { knownType } from "./records/objectTypes.ts";

export const tickets: HandlersOfArea<"tickets"> = {
  "tickets.archive": {
    kind: "writes",
    async run({ path }, context) {
      await archiveRecord(knownType("tickets"), path.ticketId, context);
      return { status: 204 };
    },
  },
};
