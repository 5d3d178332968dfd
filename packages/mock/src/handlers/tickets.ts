import { type HandlersOfArea, writes } from "./handlers.ts";
import { archiveRecord } from "./records/archive.ts";
import { knownType } from "./records/objectTypes.ts";

export const tickets: HandlersOfArea<"tickets"> = {
  "tickets.archive": writes(async ({ path }, context) => {
    await archiveRecord(knownType("tickets"), path.ticketId, context);
    return { status: 204 };
  }),
};
