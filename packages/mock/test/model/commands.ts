import fc from "fast-check";
import { type EmailCommand, send, smtpCommands } from "./emailCommands.ts";
import { type EventCommand, eventCommands } from "./eventCommands.ts";
import { type Family, families, kindsOf } from "./kinds.ts";
import { type At, at, type Pick, picking } from "./picks.ts";

export interface SearchFilter {
  readonly property: "hs_meeting_title" | "reference";
  readonly operator: (typeof searchOperators)[number];
  readonly value: string;
}

/** An empty value clears the property. The values of `reference` are unique. */
export interface MeetingValues {
  readonly hs_meeting_title?: string;
  readonly reference?: string;
}

interface MeetingInput {
  /** Ignored when meetings are created. */
  readonly id: string;
  readonly values: MeetingValues;
}

interface Identified {
  /** The property that contains the ids of the inputs. */
  readonly by: "id" | "reference";
}

const searchOperators = [
  "EQ",
  "NEQ",
  "LT",
  "GTE",
  "IN",
  "NOT_IN",
  "HAS_PROPERTY",
  "NOT_HAS_PROPERTY",
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
] as const;

export interface PairInput {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** With `reverse`, the type is `company_to_contact` instead of `contact_to_company`. */
interface Directed {
  readonly family: Family;
  readonly reverse: boolean;
}

export type OAuthVersion = "v1" | "2026-03";

/** Commands are plain data, so that fast-check can print a complete failure. */
export type Command = At &
  (
    | { type: "seed"; records: readonly { type: string; id: string; archived: boolean; name?: string; reference?: string }[] }
    | { type: "createMeeting"; values: MeetingValues }
    | ({ type: "updateMeeting" } & Identified & { readonly values: MeetingValues; readonly id: string })
    | ({ type: "writeMeetings"; action: "create" | "update" | "upsert"; traced: boolean; inputs: readonly MeetingInput[] } & Identified)
    | { type: "archive"; objectType: "tickets" | "meetings"; id: string }
    | ({ type: "archiveCreated" } & Pick)
    | { type: "archiveMeetings"; ids: readonly string[] }
    | { type: "merge"; objectType: "contacts" | "companies" | "tickets"; primary: string; merged: string }
    | { type: "searchMeetings"; groups: readonly (readonly SearchFilter[])[] }
    | { type: "readMeetings"; by: "id" | "reference"; values: readonly string[]; archived: boolean }
    | ({ type: "associate" | "dissociate"; version: 1 | 3 | 2026; inputs: readonly PairInput[] } & Directed)
    | ({ type: "readAssociations"; ids: readonly string[] } & Directed)
    | ({ type: "readTypes"; id: string } & Directed)
    | { type: "listAssociations"; kind: string; reverse: boolean; id: string; limit: number; offset: number }
    | { type: "authorize"; scopes: readonly string[]; redirect: number }
    | ({ type: "exchange"; version: OAuthVersion; redirect: number; secret: boolean } & Pick)
    | ({ type: "refresh"; version: OAuthVersion } & Pick)
    | ({ type: "deleteRefresh" | "metadata" | "introspect" | "revoke" | "use" } & Pick)
    | { type: "clientToken" }
    | { type: "advance"; milliseconds: number }
    | EmailCommand
    | EventCommand
    | { type: "createBroadcast"; draft: boolean; after: number }
    | ({ type: "getBroadcast" | "deleteBroadcast" } & Pick)
    | { type: "listBroadcasts"; status: string }
    | { type: "look" }
    | { type: "restore"; pick: number }
  );

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

// There are few ids, so that commands affect the same records. Records whose id ends in 9 do not exist until they are seeded.
const ids: Readonly<Record<string, readonly string[]>> = {
  contacts: ["11", "12", "11"],
  companies: ["21", "22", "23", "21", "22", "23", "29"],
  tickets: ["31", "32", "33", "31", "32", "33", "39"],
  meetings: ["41", "42", "49"],
};
const scopeSets = [["tickets"], ["content", "tickets"]] as const;
const minute = 60_000;
const day = 24 * 60 * minute;

const idOf = (type: string) => fc.constantFrom(...(ids[type] ?? []));
const directed = fc.constantFrom(...families).chain((family) => {
  const input = fc.record({ kind: fc.constantFrom(...kindsOf(family)), from: idOf(family.from), to: idOf(family.to) });
  return fc.record({ family: fc.constant(family), reverse: fc.boolean(), inputs: fc.array(input, { minLength: 1, maxLength: 4 }) });
});

const seeded = fc.oneof(
  fc
    .record({
      type: fc.constantFrom("tickets", "companies", "contacts"),
      archived: fc.boolean(),
      name: fc.constantFrom("Larkspur", "Halden"),
    })
    .chain(({ type, archived, name }) =>
      idOf(type).map((id) => ({ type, id, archived: archived && type === "tickets", ...(type === "contacts" ? {} : { name }) })),
    ),
  fc.record(
    {
      type: fc.constant("meetings"),
      id: idOf("meetings"),
      archived: fc.boolean(),
      name: fc.constantFrom("Bench", "Review"),
      reference: fc.constantFrom("R1", "R2"),
    },
    { requiredKeys: ["type", "id", "archived"] },
  ),
);

const associations: fc.Arbitrary<Command>[] = [
  fc
    .record({
      at,
      directed,
      type: fc.constantFrom("associate" as const, "associate" as const, "dissociate" as const),
      version: fc.constantFrom(1 as const, 3 as const, 2026 as const),
    })
    .map(({ directed: given, ...rest }) => ({ ...rest, ...given })),
  fc.record({ at, directed, other: fc.constantFrom("11", "21", "31") }).map(({ at: account, directed: { inputs, ...rest }, other }) => ({
    at: account,
    type: "readAssociations" as const,
    ...rest,
    ids: [...inputs.map(({ from, to }) => (rest.reverse ? to : from)), other],
  })),
  fc.record({ at, directed }).map(({ at: account, directed: { inputs, ...rest } }) => {
    const [{ from, to }] = inputs as [PairInput];
    return { at: account, type: "readTypes" as const, ...rest, id: rest.reverse ? to : from };
  }),
  fc
    .record({ at, directed, limit: fc.constantFrom(1, 2, 10), offset: fc.constantFrom(0, 0, 21, 31) })
    .map(({ at: account, directed: { inputs, reverse }, ...paging }) => {
      const [{ kind, from, to }] = inputs as [PairInput];
      return { at: account, type: "listAssociations" as const, kind, reverse, id: reverse ? to : from, ...paging };
    }),
];

const oauthVersion = fc.constantFrom<OAuthVersion>("v1", "2026-03");

const oauth: fc.Arbitrary<Command>[] = [
  fc.record({ at, type: fc.constant("authorize" as const), scopes: fc.constantFrom(...scopeSets), redirect: fc.constantFrom(0, 0, 1) }),
  picking(
    fc.record({
      at,
      type: fc.constant("exchange" as const),
      version: oauthVersion,
      redirect: fc.constantFrom(0, 0, 0, 1),
      secret: fc.constantFrom(true, true, true, false),
    }),
  ),
  picking(fc.record({ at, type: fc.constant("refresh" as const), version: oauthVersion })),
  picking(
    fc.record({
      at,
      type: fc.constantFrom("deleteRefresh" as const, "metadata" as const, "introspect" as const, "revoke" as const, "use" as const),
    }),
  ),
  fc.record({ at, type: fc.constant("clientToken" as const) }),
];

const searchFilter: fc.Arbitrary<SearchFilter> = fc.record({
  property: fc.constantFrom("hs_meeting_title" as const, "reference" as const),
  operator: fc.constantFrom(...searchOperators),
  value: fc.constantFrom("Bench", "review", "bench", "R1", "r2"),
});

const meetingValues = fc.record(
  { hs_meeting_title: fc.constantFrom("Bench", "Review", ""), reference: fc.constantFrom("R1", "R2", "R3", "") },
  { requiredKeys: [] },
);
const references = fc.constantFrom("R1", "R2", "R3");
const identified = fc.constantFrom("id" as const, "reference" as const).chain((by) => {
  const id = by === "id" ? idOf("meetings") : references;
  return fc.record({ by: fc.constant(by), inputs: fc.array(fc.record({ id, values: meetingValues }), { minLength: 1, maxLength: 3 }) });
});
const upserted = fc.record({
  by: fc.constant("reference" as const),
  inputs: fc.array(fc.record({ id: references, values: meetingValues.map(({ reference: _, ...values }) => values) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const records: fc.Arbitrary<Command>[] = [
  fc.record({ at, type: fc.constant("createMeeting" as const), values: meetingValues }),
  fc.record({ at, identified }).map(({ at: account, identified: { by, inputs } }) => {
    return { at: account, type: "updateMeeting" as const, by, ...(inputs[0] as MeetingInput) };
  }),
  fc
    .record({ at, traced: fc.boolean(), action: fc.constantFrom("create" as const, "update" as const), identified })
    .map(({ identified: given, ...rest }) => ({ type: "writeMeetings" as const, ...rest, ...given })),
  fc
    .record({ at, traced: fc.boolean(), upserted })
    .map(({ upserted: given, ...rest }) => ({ type: "writeMeetings" as const, action: "upsert" as const, ...rest, ...given })),
  fc
    .constantFrom("tickets" as const, "meetings" as const)
    .chain((objectType) =>
      fc.record({ at, type: fc.constant("archive" as const), objectType: fc.constant(objectType), id: idOf(objectType) }),
    ),
  // Accounts may use the same ids for different meetings, so a meeting of another account cannot be selected.
  fc.record({ at, type: fc.constant("archiveCreated" as const), pick: fc.nat(4) }),
  fc.record({ at, type: fc.constant("archiveMeetings" as const), ids: fc.array(idOf("meetings"), { minLength: 1, maxLength: 2 }) }),
  fc.constantFrom("contacts" as const, "companies" as const, "tickets" as const).chain((objectType) =>
    fc.record({
      at,
      type: fc.constant("merge" as const),
      objectType: fc.constant(objectType),
      primary: idOf(objectType),
      merged: idOf(objectType),
    }),
  ),
];

const others: fc.Arbitrary<Command>[] = [
  fc.record({
    at,
    type: fc.constant("searchMeetings" as const),
    groups: fc.array(fc.array(searchFilter, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  }),
  fc.record({ at, type: fc.constant("seed" as const), records: fc.array(seeded, { minLength: 1, maxLength: 2 }) }),
  fc.record({
    at,
    type: fc.constant("readMeetings" as const),
    by: fc.constant("id" as const),
    values: fc.array(idOf("meetings"), { minLength: 1, maxLength: 3 }),
    archived: fc.boolean(),
  }),
  fc.record({
    at,
    type: fc.constant("readMeetings" as const),
    by: fc.constant("reference" as const),
    values: fc.array(fc.constantFrom("R1", "R2", "R3"), { minLength: 1, maxLength: 2 }),
    archived: fc.boolean(),
  }),
  ...smtpCommands,
  fc.record({ at, type: fc.constant("look" as const) }),
  fc.record({ at, type: fc.constant("createBroadcast" as const), draft: fc.boolean(), after: fc.constantFrom(-minute, 0, 10 * minute) }),
  picking(fc.record({ at, type: fc.constantFrom("getBroadcast" as const, "deleteBroadcast" as const) })),
  fc.record({ at, type: fc.constant("listBroadcasts" as const), status: fc.constantFrom("WAITING", "DRAFT", "CANCELED", "SUCCESS") }),
  fc.record({ at, type: fc.constant("restore" as const), pick: fc.nat(5) }),
];

export const advance: fc.Arbitrary<Command> = fc.record({
  at,
  type: fc.constant("advance" as const),
  milliseconds: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(1_000, 5 * minute, 10 * minute, 10 * minute - 1, 30 * minute - 1, 30 * minute) },
    { weight: 1, arbitrary: fc.constantFrom(day, 90 * day) },
  ),
});

/** Excludes clock changes, because concurrent clock changes would allow too many outcomes. */
export const timeless: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...associations) },
  { weight: 5, arbitrary: fc.oneof(...oauth) },
  { weight: 6, arbitrary: fc.oneof(...records) },
  { weight: 8, arbitrary: fc.oneof(...others) },
  { weight: 3, arbitrary: send },
  { weight: 6, arbitrary: fc.oneof(...eventCommands) },
);
