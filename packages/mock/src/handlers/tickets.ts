import { Rejection } from "../contract/errors/rejection.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { typeIdOf } from "./records/objectTypes.ts";
import { isGone } from "./records/recyclingBin.ts";

const ticketType = typeIdOf("tickets");

export const tickets: HandlersOfArea<"tickets"> = {
  // An unknown ticket results in a 404. Archiving an archived ticket changes nothing (behaviour.md, 4).
  "tickets.archive": {
    kind: "writes",
    async run({ path }, { store, now }) {
      const [ticket] = await store.records.find(ticketType, [path.ticketId]);
      if (!ticket || isGone(ticket, now)) throw new Rejection("OBJECT_NOT_FOUND", "No ticket has this id.");
      if (ticket.archivedAt === null) await store.records.put([{ ...ticket, archivedAt: now, updatedAt: now }]);
      return { status: 204 };
    },
  },
};
