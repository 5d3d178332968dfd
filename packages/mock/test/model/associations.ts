import type { Call, TestResponse } from "../behavior/platform.ts";
import type { AssociationChange, Link } from "./commands.ts";
import { isCurrent, type Kind, type ObjectType, type State, type Step, typeOf } from "./state.ts";

const labels = "/crm/associations/2026-03/contacts/companies/labels";

export function createLabel(): Step {
  return {
    request: { path: labels, body: { name: "buyer", label: "Buyer", inverseLabel: "Seller" } },
    outcome,
    expect: (state, { body }) => {
      if (state.label) return 400;
      const [id, backId] = (body.results ?? []).map(({ typeId }: { typeId: number }) => typeId);
      state.label = { id, backId };
      return 200;
    },
  };
}

export function deleteLabel({ label }: State): Step {
  const { id } = typeOf("label", false, label);
  return {
    request: { method: "DELETE", path: `${labels}/${id}` },
    outcome,
    expect: (state) => {
      if (state.label?.id !== id) return 404;
      for (const link of linksIn(state).filter(({ kind }) => kind === "label")) {
        state.links.delete(keyOf(link));
        state.links.add(keyOf({ ...link, kind: "unlabeled" }));
      }
      state.label = undefined;
      return 204;
    },
  };
}

export function changeAssociations(change: AssociationChange, { label }: State): Step {
  return {
    request: requestOf(change, label),
    outcome,
    expect: (state) => {
      // Version v3 identifies a label by its name, and the others by its id.
      const isSame = state.label && (change.version === "v3" || state.label.id === label?.id);
      if (change.inputs.some(({ kind }) => kind === "label" && !isSame)) return 400;
      return change.type === "associate" ? associate(state, change) : dissociate(state, change);
    },
  };
}

function outcome({ status }: TestResponse): number {
  return status;
}

function requestOf({ type, version, isBack, inputs }: AssociationChange, label: State["label"]): Call {
  const isNew = type === "associate";
  const pair = isBack ? "companies/contacts" : "contacts/companies";
  const ends = inputs.map(({ kind, contact, company }) => {
    const [from, to] = isBack ? [company, contact] : [contact, company];
    return { from: { id: from }, to: { id: to }, kind, ...typeOf(kind, isBack, label) };
  });
  if (version === "v1") {
    const items = ends.map(({ from, to, id }) => {
      return { fromObjectId: Number(from.id), toObjectId: Number(to.id), category: "SERVICE_DEFINED", definitionId: id };
    });
    return { method: "PUT", path: `/crm-associations/v1/associations/${isNew ? "create" : "delete"}-batch`, body: items };
  }
  if (version === "v3") {
    const body = { inputs: ends.map(({ from, to, name }) => ({ from, to, type: name })) };
    return { path: `/crm/v3/associations/${pair}/batch/${isNew ? "create" : "archive"}`, body };
  }
  const category = (kind: Kind) => (kind === "label" ? "USER_DEFINED" : "SERVICE_DEFINED");
  const typed = ends.map(({ from, to, kind, id }) => {
    return { from, to, types: [{ associationCategory: category(kind), associationTypeId: id }] };
  });
  const prefix = version === "v4" ? "/crm/v4/associations" : "/crm/associations/2026-03";
  return { path: `${prefix}/${pair}/batch/${isNew ? "create" : "labels/archive"}`, body: { inputs: typed } };
}

/** In version v1, one missing record fails the whole batch. */
function associate(state: State, { version, inputs }: AssociationChange): number {
  const valid = inputs.filter(
    ({ contact, company }) => isCurrent(state, `contacts/${contact}`) && isCurrent(state, `companies/${company}`),
  );
  const isComplete = valid.length === inputs.length;
  if (valid.length === 0 || (version === "v1" && !isComplete)) return 400;
  if (version === "2026-03" || version === "v4") replaceLabels(state, valid);
  else for (const input of valid) addLink(state, input);
  return isComplete ? (version === "v1" ? 200 : 201) : 207;
}

/** A contact has at most one primary company. The previous one stays associated without a label. */
function addLink(state: State, link: Link): void {
  const former = linksIn(state).find(({ kind, contact }) => kind === "primary" && contact === link.contact);
  if (link.kind === "primary" && former && former.company !== link.company) {
    state.links.delete(keyOf(former));
    state.links.add(keyOf({ ...former, kind: "unlabeled" }));
  }
  state.links.add(keyOf(link));
}

/** The last input for a pair of records determines its label. */
function replaceLabels(state: State, inputs: readonly Link[]): void {
  const last = [...new Map(inputs.map((input) => [pairOf(input), input])).values()];
  for (const input of last) removePair(state, input);
  for (const input of last) {
    addLink(state, input);
    addLink(state, { ...input, kind: "unlabeled" });
  }
}

/** Removing the unlabeled type removes all types. In versions v4 and 2026-03, the records otherwise stay associated without a label. */
function dissociate(state: State, { version, inputs }: AssociationChange): number {
  const existing = new Set(linksIn(state).map(pairOf));
  for (const input of inputs) {
    if (input.kind === "unlabeled") removePair(state, input);
    else state.links.delete(keyOf(input));
  }
  if (version === "v1" || version === "v3") return version === "v3" ? 204 : 200;
  const removed = new Set(inputs.filter(({ kind }) => kind === "unlabeled").map(pairOf));
  const remaining = inputs.filter((input) => existing.has(pairOf(input)) && !removed.has(pairOf(input)));
  for (const input of remaining) state.links.add(keyOf({ ...input, kind: "unlabeled" }));
  return version === "v4" ? 204 : 200;
}

/** Moves the associations of a merged record. The remaining contact keeps its primary company. */
export function moveLinks(state: State, type: ObjectType, from: string, to: string): void {
  const end = type === "contacts" ? "contact" : "company";
  const links = linksIn(state);
  const hasPrimary = links.some(({ kind, contact }) => kind === "primary" && contact === to);
  const moved = links.filter((link) => link[end] === from);
  for (const link of moved) state.links.delete(keyOf(link));
  for (const link of moved) {
    const isSecond = type === "contacts" && link.kind === "primary" && hasPrimary;
    addLink(state, { ...link, [end]: to, kind: isSecond ? "unlabeled" : link.kind });
  }
}

/** Returns the ids and kinds of a record's associations. Archived records have no visible associations. */
export function visibleLinks(state: State, type: ObjectType, id: string): { readonly kind: Kind; readonly other: string }[] {
  const visible = linksIn(state).filter(
    (link) => isCurrent(state, `contacts/${link.contact}`) && isCurrent(state, `companies/${link.company}`),
  );
  return visible.flatMap(({ kind, contact, company }) => {
    const [own, other] = type === "contacts" ? [contact, company] : [company, contact];
    return own === id ? [{ kind, other }] : [];
  });
}

function linksIn({ links }: State): Link[] {
  return [...links].map((link) => {
    const [kind, contact, company] = link.split(" ") as [Kind, Link["contact"], Link["company"]];
    return { kind, contact, company };
  });
}

function removePair({ links }: State, input: Link): void {
  for (const link of links) if (link.endsWith(` ${pairOf(input)}`)) links.delete(link);
}

function keyOf(link: Link): string {
  return `${link.kind} ${pairOf(link)}`;
}

function pairOf({ contact, company }: Link): string {
  return `${contact} ${company}`;
}
