import type { Call, TestResponse } from "../behavior/platform.ts";
import { visibleLinks } from "./associations.ts";
import type { View } from "./commands.ts";
import { idsOf, isCurrent, type Kind, type ObjectType, type State, type Step, typeOf, withoutEmpty } from "./state.ts";

const objects = "/crm/objects/2026-03";
const types: readonly ObjectType[] = ["contacts", "companies"];
const kinds: readonly Kind[] = ["primary", "unlabeled", "label"];
const references = ["r1", "r2", "r3"];

/** Each view shows the same records and associations. */
const steps: Readonly<Record<View, (state: State) => Step[]>> = {
  records: () => types.flatMap((type) => [records(type, false), records(type, true)]),
  references: () => [false, true].map(byReference),
  search: () => searches.map(search),
  v1: (state) => types.flatMap((type) => [...idsOf(state, type), "99"].flatMap((id) => kinds.map((kind) => v1List(state, type, id, kind)))),
  v3: (state) => types.map((type) => v3Read(state, type)),
  "2026-03": (state) => types.map((type) => read2026(state, type)),
};

export function readsOf(view: View, state: State): Step[] {
  return steps[view](state);
}

function reading(request: Call, outcome: (body: TestResponse["body"]) => unknown, expect: (state: State) => unknown): Step {
  return { request, outcome: ({ body }) => outcome(body), expect };
}

function records(type: ObjectType, archived: boolean): Step {
  const other = otherOf(type);
  return reading(
    {
      path: `${objects}/${type}`,
      query: { limit: 100, archived, properties: "firstname,reference", ...(archived ? {} : { associations: other }) },
    },
    ({ results }) =>
      byId(results, ({ id, properties: { firstname, reference }, associations }) => {
        const ends = associations?.[other].results ?? [];
        return [id, { ...withoutEmpty({ firstname, reference }), to: ends.map((end: Item) => `${end["id"]} ${end["type"]}`).sort() }];
      }),
    (state) => {
      const ids = idsOf(state, type, archived ? "archived" : "current");
      return Object.fromEntries(ids.map((id) => [id, { ...state.records.get(`${type}/${id}`)?.values, to: namesOf(state, type, id) }]));
    },
  );
}

function byReference(archived: boolean): Step {
  const body = { inputs: references.map((id) => ({ id })), idProperty: "reference", properties: ["reference"], propertiesWithHistory: [] };
  return reading(
    { path: `${objects}/contacts/batch/read`, query: { archived }, body },
    ({ results }) => byId(results, ({ id, properties }) => [properties.reference, id]),
    (state) => {
      const ids = idsOf(state, "contacts", archived ? "archived" : "current");
      const entries = ids.map((id) => [state.records.get(`contacts/${id}`)?.values["reference"], id] as const);
      return Object.fromEntries(entries.filter(([reference]) => reference));
    },
  );
}

interface Search {
  readonly body: object;
  readonly matches: (values: Readonly<Record<string, string>>, companies: readonly string[]) => boolean;
}

const searches: readonly Search[] = [
  { body: {}, matches: () => true },
  { body: { query: "bo" }, matches: ({ firstname = "" }) => firstname.includes("bo") },
  { body: filter("firstname", "EQ", "ann"), matches: ({ firstname }) => firstname === "ann" },
  { body: filter("firstname", "NEQ", "ann"), matches: ({ firstname }) => firstname !== "ann" },
  { body: filter("firstname", "GT", "ann"), matches: ({ firstname = "" }) => firstname > "ann" },
  { body: filter("firstname", "CONTAINS_TOKEN", "bo"), matches: ({ firstname = "" }) => firstname.includes("bo") },
  { body: filter("reference", "HAS_PROPERTY"), matches: ({ reference }) => reference !== undefined },
  { body: filter("reference", "EQ", "r1"), matches: ({ reference }) => reference === "r1" },
  { body: filter("associations.companies", "EQ", "21"), matches: (_, companies) => companies.includes("21") },
  { body: filter("associations.companies", "NOT_HAS_PROPERTY"), matches: (_, companies) => companies.length === 0 },
];

function filter(propertyName: string, operator: string, value?: string): object {
  return { filterGroups: [{ filters: [{ propertyName, operator, value }] }] };
}

function search({ body, matches }: Search): Step {
  return reading(
    { path: `${objects}/contacts/search`, body: { ...body, limit: 200 } },
    ({ results }) => results.map(({ id }: Item) => id).sort(),
    (state) => {
      const companies = (id: string) => visibleLinks(state, "contacts", id).map(({ other }) => other);
      const ids = idsOf(state, "contacts", "current");
      return ids.filter((id) => matches(state.records.get(`contacts/${id}`)?.values ?? {}, companies(id))).sort();
    },
  );
}

function v1List({ label }: State, type: ObjectType, id: string, kind: Kind): Step {
  const definition = typeOf(kind, type === "companies", label).id;
  return {
    request: { path: `/crm-associations/v1/associations/${id}/SERVICE_DEFINED/${definition}`, query: { limit: 100 } },
    outcome: ({ status, body }) => (status === 200 ? body[0].results.map(String) : status),
    expect: (state) => {
      if (kind === "label" && !state.label) return 400;
      if (!isCurrent(state, `${type}/${id}`)) return 404;
      const links = visibleLinks(state, type, id).filter((link) => link.kind === kind);
      return links.map(({ other }) => other).sort((one, other) => Number(one) - Number(other));
    },
  };
}

/** A read of companies returns only primary companies. */
function v3Read(state: State, type: ObjectType): Step {
  const ids = idsOf(state, type);
  return reading(
    { path: `/crm/v3/associations/${type}/${otherOf(type)}/batch/read`, body: { inputs: ids.map((id) => ({ id })) } },
    ({ results }) => byId(results, ({ from, to }) => [from.id, to.map((end: Item) => `${end["id"]} ${end["type"]}`).sort()]),
    (current) => {
      const names = ids.map((id) => [id, namesOf(current, type, id, type === "contacts" ? ["primary"] : kinds)] as const);
      return Object.fromEntries(names.filter(([, ends]) => ends.length > 0));
    },
  );
}

/** Every association has the unlabeled type, even if it was created without it in another version. */
function read2026(state: State, type: ObjectType): Step {
  const ids = idsOf(state, type);
  return reading(
    { path: `/crm/associations/2026-03/${type}/${otherOf(type)}/batch/read`, body: { inputs: ids.map((id) => ({ id })) } },
    ({ results }) =>
      byId(results, ({ from, to }) => [
        from.id,
        to.flatMap((end: Item) => end["associationTypes"].map(({ typeId }: Item) => `${end["toObjectId"]} ${typeId}`)).sort(),
      ]),
    (current) => {
      const ends = ids.map((id) => {
        const links = visibleLinks(current, type, id);
        const idOf = (kind: Kind) => typeOf(kind, type === "companies", current.label).id;
        const all = links.flatMap(({ other, kind }) => [`${other} ${idOf(kind)}`, `${other} ${idOf("unlabeled")}`]);
        return [id, [...new Set(all)].sort()] as const;
      });
      return Object.fromEntries(ends.filter(([, all]) => all.length > 0));
    },
  );
}

function namesOf(state: State, type: ObjectType, id: string, only = kinds): string[] {
  const links = visibleLinks(state, type, id).filter(({ kind }) => only.includes(kind));
  return links.map(({ other, kind }) => `${other} ${typeOf(kind, type === "companies", state.label).name}`).sort();
}

function otherOf(type: ObjectType): ObjectType {
  return type === "contacts" ? "companies" : "contacts";
}

// biome-ignore lint/suspicious/noExplicitAny: the model reads responses without declared types.
type Item = Readonly<Record<string, any>>;

function byId(results: readonly Item[], entryOf: (result: Item) => readonly [string, unknown]): object {
  return Object.fromEntries(results.map(entryOf));
}
