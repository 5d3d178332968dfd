import type { Call, TestResponse } from "../behavior/platform.ts";

/** The model of one account. */
export interface State {
  /** Keyed by object type and id, such as `contacts/11`. */
  readonly records: Map<string, RecordState>;
  /** Each association once, as its kind, contact and company, such as `primary 11 21`. */
  readonly links: Set<string>;
  /** The type ids of the account's own label, which can be deleted and created again. */
  label: Label | undefined;
}

export interface RecordState {
  readonly status: "current" | "archived" | "merged";
  /** Contains no empty values. */
  readonly values: Values;
}

/** The values of `reference` are unique. */
export type Values = Readonly<Record<string, string>>;
export type ObjectType = "contacts" | "companies";
export type Kind = "primary" | "unlabeled" | "label";

interface Label {
  readonly id: number;
  readonly backId: number;
}

/** A request, and what the model says about it. */
export interface Step {
  readonly request: Call;
  /** Returns the part of the response that the model predicts. */
  readonly outcome: (response: TestResponse) => unknown;
  /** Changes the state, and returns the expected outcome. @param response contains the ids that the platform chose */
  readonly expect: (state: State, response: TestResponse) => unknown;
}

export const firstSeed = {
  properties: { contacts: [{ name: "reference", unique: true }] },
  records: {
    contacts: [{ id: "11", properties: { firstname: "ann", reference: "r1" } }, { id: "12" }],
    companies: [{ id: "21" }, { id: "22" }],
  },
  associationLabels: [
    {
      ...{ id: 1201, name: "buyer", label: "Buyer", from: "contacts", to: "companies" },
      inverse: { id: 1202, name: "buyer_inverse", label: "Seller" },
    },
  ],
};

const kinds = {
  primary: { name: "contact_to_company", id: 1, backName: "company_to_contact", backId: 2 },
  unlabeled: { name: "contact_to_company_unlabeled", id: 279, backName: "company_to_contact_unlabeled", backId: 280 },
  label: { name: "buyer", backName: "buyer_inverse" },
} as const;

const deletedLabel = { id: 9998, backId: 9999 };

/** Returns the name and the id of an association type in one direction. */
export function typeOf(kind: Kind, isBack: boolean, label: Label | undefined): { readonly name: string; readonly id: number } {
  const { name, id, backName, backId } = { ...(label ?? deletedLabel), ...kinds[kind] };
  return isBack ? { name: backName, id: backId } : { name, id };
}

export function isCurrent({ records }: State, key: string): boolean {
  return records.get(key)?.status === "current";
}

export function idsOf({ records }: State, type: ObjectType, status?: RecordState["status"]): string[] {
  const keys = [...records].filter(([key, record]) => key.startsWith(`${type}/`) && (status ?? record.status) === record.status);
  return keys.map(([key]) => key.slice(type.length + 1));
}

export function withoutEmpty(values: Readonly<Record<string, string | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

// biome-ignore lint/suspicious/noExplicitAny: the model reads a snapshot without declared types.
type Snapshot = Readonly<Record<string, any>>;

export function stateOf({ records = {}, associations = [], associationLabels = [] }: Snapshot): State {
  const [label] = associationLabels;
  const ofType = (type: ObjectType) => (records[type] ?? []).map((one: Snapshot) => [`${type}/${one["id"]}`, recordStateOf(one)]);
  return {
    records: new Map([...ofType("contacts"), ...ofType("companies")]),
    links: new Set(associations.map(linkOf)),
    label: label && { id: label.id, backId: label.inverse.id },
  };
}

function recordStateOf({ archivedAt, properties }: Snapshot): RecordState {
  // A property with an earlier value is a list of versions, newest first.
  const newest = (name: string): string => [properties[name] ?? ""].flat().map((version) => version.value ?? version)[0];
  const status = newest("hs_merged_into_object_id") !== "" ? "merged" : archivedAt === undefined ? "current" : "archived";
  return { status, values: withoutEmpty({ firstname: newest("firstname"), reference: newest("reference") }) };
}

/** A snapshot contains each association in one of its directions. */
function linkOf({ from, to, type }: Snapshot): string {
  const ids = [from, to].map((key: string) => key.replace(/.*\//, ""));
  const kind = Object.entries(kinds).find(([, { name, backName }]) => name === type || backName === type)?.[0];
  return [kind ?? type, ...(from.startsWith("contacts/") ? ids : ids.reverse())].join(" ");
}
