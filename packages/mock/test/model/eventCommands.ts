import fc from "fast-check";
import { type At, at } from "./picks.ts";

export interface OccurrenceInput {
  readonly event: string;
  readonly objectId?: string;
  readonly email?: string;
  readonly utk?: string;
  readonly uuid?: string;
  /** In milliseconds after the current time. By default, the platform chooses the time. */
  readonly after?: number;
}

export type EventCommand =
  | { type: "defineEvent"; label: string; name?: string; noObject: boolean }
  | { type: "updateEvent"; name: string; label?: string; description?: string }
  | { type: "deleteEvent"; name: string }
  | { type: "sendOccurrences"; single: boolean; inputs: readonly OccurrenceInput[] }
  | {
      type: "readOccurrences";
      event?: string;
      objectId?: string;
      email?: string;
      ascending: boolean;
      limit: number;
      pages: number;
    };

/** Every account has definitions with these names from the beginning. Occurrences of the second event have no object. */
export const firstEvents = ["visited", "pinged"] as const;

const hour = 3_600_000;
const events = fc.constantFrom("visited", "visited", "visited", "pinged", "bike_sold", "other");
const contactIds = fc.constantFrom("11", "12", "19");
const emails = fc.constantFrom("cy@customer.example", " Cy@customer.example", "bo@customer.example", "unknown@customer.example");

const input: fc.Arbitrary<OccurrenceInput> = fc
  .record(
    {
      event: events,
      objectId: contactIds,
      email: emails,
      utk: fc.constantFrom("u1", "u2"),
      uuid: fc.constantFrom("a", "b"),
      after: later(),
    },
    { requiredKeys: ["event"] },
  )
  // Otherwise, most occurrences would be rejected, because they identify no record, or identify one although `pinged` does not allow it.
  .chain((one) => fc.constantFrom(one, one.event === "pinged" ? withoutObject(one) : { objectId: "11", ...one }));

function later(): fc.Arbitrary<number> {
  return fc.constantFrom(-hour, -1, 0, hour);
}

function withoutObject({ objectId: _id, email: _email, utk: _token, ...rest }: OccurrenceInput): OccurrenceInput {
  return rest;
}

function reading(pages: number): fc.Arbitrary<At & EventCommand> {
  return fc.record(
    {
      at,
      type: fc.constant("readOccurrences" as const),
      ...{ event: events, objectId: contactIds, email: emails, ascending: fc.boolean() },
      ...{ limit: fc.constantFrom(1, 2, 100), pages: fc.constant(pages) },
    },
    { requiredKeys: ["at", "type", "ascending", "limit", "pages"] },
  );
}

/** Not for concurrent commands, because the pages could then show different states. */
export const readAllPages: fc.Arbitrary<At & EventCommand> = reading(100);

const sendOccurrences = fc.boolean().chain((single) =>
  fc.record({
    at,
    type: fc.constant("sendOccurrences" as const),
    single: fc.constant(single),
    inputs: fc.array(input, { minLength: 1, maxLength: single ? 1 : 4 }),
  }),
);

export const eventCommands: fc.Arbitrary<At & EventCommand>[] = [
  fc.record(
    {
      at,
      type: fc.constant("defineEvent" as const),
      label: fc.constantFrom("Bike sold", "Bike lost"),
      name: fc.constantFrom("bike_sold", "other"),
      noObject: fc.boolean(),
    },
    { requiredKeys: ["at", "type", "label", "noObject"] },
  ),
  fc.record(
    {
      at,
      type: fc.constant("updateEvent" as const),
      name: events,
      label: fc.constantFrom("Visited", "Sold"),
      description: fc.constantFrom("", "A new description"),
    },
    { requiredKeys: ["at", "type", "name"] },
  ),
  fc.record({ at, type: fc.constant("deleteEvent" as const), name: fc.constantFrom("bike_sold", "bike_lost", "other", "visited") }),
  sendOccurrences,
  sendOccurrences,
  sendOccurrences,
  reading(1),
  reading(1),
];
